import type { Options } from "./options.ts";

export type AppMode = "interactive" | "print" | "json" | "rpc";

/** Decided before anything else happens: asking for output, or not sitting at a terminal, means no screen. */
export function chooseMode(options: Options, terminal: { stdin: boolean; stdout: boolean }): AppMode {
  if (options.mode === "json" || options.mode === "rpc") return options.mode;
  if (options.print || !terminal.stdin || !terminal.stdout) return "print";
  return "interactive";
}
