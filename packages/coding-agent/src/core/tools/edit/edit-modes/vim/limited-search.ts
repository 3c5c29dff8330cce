import type { Context, Script } from "node:vm";
import { ToolError } from "../../../tool-error.ts";

/** Enough processor time for a pattern on every line of the largest file; one that backtracks without end never finishes. */
const MAX_MS = 500;
/** A search on a busy machine gets at most this many times as long on the clock. */
const MOST_PATIENCE = 16;

let search: (() => void) | undefined;
let machine: { readonly script: Script; readonly context: Context } | undefined;

/**
 * Returns the result of a search with a pattern. Throws a `ToolError` that names the pattern if it takes too long. The search runs within a
 * script of `node:vm`, which V8 can stop even in the middle of a pattern; it must not change anything, because it may then run again.
 */
export function limitedSearch<T>(pattern: RegExp, run: () => T): T {
  let found: { readonly value: T } | undefined;
  search = () => {
    found = { value: run() };
  };
  const { script, context } = open();
  for (let patience = 1; found === undefined; patience *= 2) {
    const begun = usedMs();
    try {
      script.runInContext(context, { timeout: MAX_MS * patience });
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      if (usedMs() - begun >= MAX_MS * 0.8 || patience >= MOST_PATIENCE) throw tooSlow(pattern);
    }
  }
  return found.value;
}

function open() {
  const vm = process.getBuiltinModule("node:vm");
  machine ??= { script: new vm.Script("search()"), context: vm.createContext({ search: () => search?.() }) };
  return machine;
}

function tooSlow({ source }: RegExp): ToolError {
  return new ToolError(
    "invalid-argument",
    `The pattern ${source.slice(0, 80)} takes too long on a line of the file, and nothing was changed. Repeat no alternatives that match the same text, or use plain text with \\V.`,
  );
}

/** Returns the processor time of this thread, or of the process where Node does not know the thread's. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}
