import type { Context, Script } from "node:vm";

/** A rule that may be switched off because its pattern takes too long. */
export interface Searchable {
  readonly patterns: readonly RegExp[];
}

/** Enough for hundreds of sound patterns; one that backtracks without end never finishes. */
const MAX_MS = 50;
/** A search that was stopped before it had its time, because the machine is busy, is repeated at most this often. */
const MOST_REPEATS = 20;

/**
 * Searches a text for the patterns of many rules, with a limit on the time. Patterns run in the main thread, which keeps short searches
 * cheap, within a script of `node:vm`, which V8 can stop even in the middle of a pattern.
 */
export class BoundedSearch<Rule extends Searchable> {
  private readonly onTimeout: (rule: Rule) => void;
  private readonly off = new Set<Rule>();
  private machine: { readonly script: Script; readonly context: Context } | undefined;
  private rules: readonly Rule[] = [];
  private text = "";
  private from = 0;
  private at = 0;
  private found: Rule | undefined;

  constructor(onTimeout: (rule: Rule) => void) {
    this.onTimeout = onTimeout;
  }

  /** Returns the first rule with a pattern that matches at or after `from`. A rule that runs into the limit is reported and not used again. */
  find(rules: readonly Rule[], text: string, from: number): Rule | undefined {
    const usable = this.off.size === 0 ? rules : rules.filter((rule) => !this.off.has(rule));
    if (usable.length === 0) return undefined;
    Object.assign(this, { rules: usable, text, from, at: 0, found: undefined });
    const { script, context } = this.open();
    let repeats = 0;
    while (this.found === undefined && this.at < usable.length) {
      const begun = usedMs();
      try {
        script.runInContext(context, { timeout: MAX_MS });
      } catch (error) {
        if ((error as { code?: unknown }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
        if (usedMs() - begun < MAX_MS / 2 && repeats++ < MOST_REPEATS) continue;
        this.switchOff(usable[this.at]);
        this.at++;
      }
    }
    return this.found;
  }

  /** Continues with the rule that follows the last one. Keeps its place in fields, because it may be stopped at any moment. */
  private search(): void {
    const { rules, text, from } = this;
    for (; this.at < rules.length; this.at++) {
      const rule = rules[this.at];
      for (const pattern of rule?.patterns ?? []) {
        // The search begins in the middle of the text, so that ^ and lookbehind see what comes before.
        pattern.lastIndex = from;
        if (!pattern.test(text)) continue;
        this.found = rule;
        return;
      }
    }
  }

  private switchOff(rule: Rule | undefined): void {
    if (rule === undefined) return;
    this.off.add(rule);
    this.onTimeout(rule);
  }

  private open() {
    if (this.machine) return this.machine;
    const vm = process.getBuiltinModule("node:vm");
    const context = vm.createContext({ search: () => this.search() });
    this.machine = { script: new vm.Script("search()"), context };
    return this.machine;
  }
}

/** Returns the processor time of this thread, or of the process where Node does not know the thread's. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}
