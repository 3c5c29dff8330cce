import type { ExtensionMode } from "../core/extensions/contract/index.ts";
import { MODES, type Options } from "./options.ts";

/** `extension`: the one that `--mode` names is an extension's. */
export type AppMode = "interactive" | "print" | "json" | "rpc" | "extension";

/** Decided before anything else happens: asking for output, or not sitting at a terminal, means no screen. */
export function chooseMode(options: Options, terminal: { stdin: boolean; stdout: boolean }): AppMode {
  if (options.mode === "json" || options.mode === "rpc") return options.mode;
  if (options.mode !== undefined && !MODES.some((mode) => mode === options.mode)) return "extension";
  if (options.print || !terminal.stdin || !terminal.stdout) return "print";
  return "interactive";
}

/** What extensions are told. In a mode of their own there is no user to ask, unless it asks itself. */
export function extensionMode(mode: AppMode): ExtensionMode {
  if (mode === "interactive") return "tui";
  return mode === "extension" ? "print" : mode;
}
