import type { ExtensionAPI, ExtensionContext, MessageUpdateEvent, ToolResultEvent } from "@tau/coding-agent";
import { neutralize, neutralizeLine } from "@tau/tui";
import { type SortedRule, sortRule } from "./bucket.ts";
import type { RuleDetails } from "./draw.ts";
import { Injections } from "./injections.ts";
import { matchesGlob, pathsOf } from "./match-paths.ts";
import { ruleText } from "./rule-text.ts";
import type { StreamRule } from "./stream-rule.ts";
import { type StreamMatch, StreamWatch } from "./stream-watch.ts";

export const MESSAGE_TYPE = "rule";

/** The rules of a session: read once, then applied by the events that they need. */
export class Rules {
  sorted: readonly SortedRule[] = [];
  /** What is wrong with rule files. */
  problems: readonly string[] = [];
  /** Rules that were switched off because their pattern takes too long. */
  readonly slow = new Set<string>();
  readonly injections: Injections;
  /** Calls that must not run, with the rule that they go against. */
  private readonly stoppedCalls = new Map<string, string>();
  private readonly pi: ExtensionAPI;
  private loading: Promise<void> | undefined;

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
    this.injections = new Injections(pi);
  }

  load(ctx: ExtensionContext): Promise<void> {
    this.loading ??= this.readFiles(ctx);
    return this.loading;
  }

  /** Returns the text of a rule that can be read on demand. Throws and names those that can. */
  read(name: string): string {
    const found = this.addressable().find(({ rule }) => rule.name === name);
    if (found) return found.rule.content;
    const names = this.addressable().map(({ rule }) => rule.name);
    const known = names.length === 0 ? "There is none." : `There are: ${names.join(", ")}.`;
    throw new Error(`There is no rule ${name}. ${known}`);
  }

  addresses(): string[] {
    return this.addressable().map(({ rule }) => `rule://${encodeURI(rule.name)}`);
  }

  /** Rules that only watch the stream are not for reading. */
  private addressable(): SortedRule[] {
    return this.sorted.filter(({ bucket }) => bucket !== "stream");
  }

  private async readFiles(ctx: ExtensionContext): Promise<void> {
    const [found, problems] = await Promise.all([ctx.resources.rules(), ctx.resources.ruleProblems()]);
    this.sorted = found.map(sortRule);
    const own = this.sorted.flatMap(({ rule, problems: bad }) => bad.map((problem) => `${rule.path}: ${problem}`));
    this.problems = [...problems, ...own];
    if (this.problems.length > 0) ctx.ui.notify(neutralize(`Rules:\n${this.problems.join("\n")}`), "warning");
    this.register(ctx);
  }

  /** Registers handlers for the kinds of rules that there are, so that the others cost nothing. */
  private register(ctx: ExtensionContext): void {
    const { pi } = this;
    const isOn = pi.settings.get("ttsr.enabled") !== false;
    const streams = isOn ? this.sorted.flatMap(({ stream }) => stream ?? []) : [];
    if (streams.length > 0) this.watchStream(streams, ctx);
    if (!this.sorted.some(({ bucket }) => bucket === "files")) return;
    pi.on("tool_result", (event, at) => this.afterCall(event, at));
    pi.on("session_compact", () => this.injections.add({ kind: "compacted" }));
  }

  private watchStream(rules: readonly StreamRule[], ctx: ExtensionContext): void {
    const watch = new StreamWatch(rules, {
      cwd: ctx.cwd,
      isSpent: ({ name }) => this.isSpent(name, ctx),
      onTimeout: ({ name, path }) => {
        this.slow.add(name);
        ctx.ui.notify(neutralize(`The rule ${name} is switched off: its pattern takes too long (${path}).`), "warning");
      },
    });
    this.pi.on("message_update", ({ assistantMessageEvent: event }: MessageUpdateEvent, at) => {
      const match = watch.see(event);
      if (match) this.speakUp(match, at);
    });
    // An answer may be complete before its deltas have been looked at. Calls wait for this handler.
    this.pi.on("tool_call", ({ toolCallId: id, toolName, input, childId }, at) => {
      if (childId !== undefined) return undefined;
      const match = this.stoppedCalls.has(id) ? undefined : watch.seeCall(id, toolName, input);
      if (match) this.speakUp(match, at);
      const rule = this.stoppedCalls.get(id);
      return rule === undefined ? undefined : { block: true, reason: `The call was stopped by the rule ${rule}.` };
    });
  }

  private isSpent(name: string, ctx: ExtensionContext): boolean {
    const turn = this.injections.turnOf(name);
    if (turn === undefined) return false;
    if (this.pi.settings.get("ttsr.repeatMode") !== "after-gap") return true;
    return turnsOf(ctx) - turn < Number(this.pi.settings.get("ttsr.repeatGap") ?? 10);
  }

  /** Stops the answer and lets the run continue with the rule; or, if the rule does not stop this kind, adds it after the turn. */
  private speakUp({ rule, kind, call }: StreamMatch, ctx: ExtensionContext): void {
    const { pi } = this;
    const { name, path, interruptMode = pi.settings.get("ttsr.interruptMode") ?? "always" } = rule;
    const where = { text: "the answer", thinking: "the thinking", tool: `the call of ${call?.tool}` }[kind];
    const stops = interruptMode === "always" || interruptMode === (kind === "tool" ? "tool-only" : "prose-only");
    const advice = stops
      ? `You were stopped because ${where} goes against this rule. Follow it, and continue.`
      : `Heed this rule from now on, because of ${where}.`;
    const details: RuleDetails = { rule: name, path, where };
    const message = { customType: MESSAGE_TYPE, content: `${ruleText(rule)}\n${advice}`, display: true, details };
    if (stops && call) this.stoppedCalls.set(call.id, name);
    this.injections.add({ kind: "stream", name, turn: turnsOf(ctx) });
    pi.publish("rule_injected", { ...details, stopped: stops });
    const keep = pi.settings.get("ttsr.contextMode") === "keep";
    if (stops) ctx.interrupt({ inject: message, reason: `the rule ${neutralizeLine(name)}`, keep });
    else pi.sendMessage(message, { deliverAs: "steer" });
  }

  /** Adds the rules for the files of a call to its result, each once. */
  private afterCall(event: ToolResultEvent, ctx: ExtensionContext) {
    if (event.isError || event.childId !== undefined) return undefined;
    const paths = pathsOf(event.input);
    const matching = this.sorted.filter(
      ({ bucket, rule }) =>
        bucket === "files" &&
        !this.injections.hasFile(rule.name) &&
        rule.globs?.some((glob) => paths.some((path) => matchesGlob(path, glob, ctx.cwd))),
    );
    if (matching.length === 0) return undefined;
    for (const { rule } of matching) {
      this.injections.add({ kind: "file", name: rule.name });
      this.pi.publish("rule_injected", { rule: rule.name, path: rule.path, where: "a file", stopped: false });
    }
    const text = ["Rules for this file. Follow them.", ...matching.map(({ rule }) => ruleText(rule))].join("\n\n");
    return { content: [...event.content, { type: "text" as const, text }] };
  }
}

/** Counts the answers on the branch. */
function turnsOf(ctx: ExtensionContext): number {
  const isAnswer = (entry: { type: string; message?: { role: string } }) =>
    entry.type === "message" && entry.message?.role === "assistant";
  return (ctx.sessionManager.getBranch() as { type: string; message?: { role: string } }[]).filter(isAnswer).length;
}
