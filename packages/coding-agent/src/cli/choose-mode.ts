import type { ExtensionMode } from "../core/extensions/contract/index.ts";
import { MODES, type Options } from "./options/options.ts";

/** `extension`: `--mode` names a mode that an extension provides. */
export type AppMode = "interactive" | "print" | "json" | "rpc" | "extension";

/** Chooses the mode before anything else happens. There is no screen if output is asked for or if stdin or stdout is not a terminal. */
export function chooseMode(options: Options, terminal: { stdin: boolean; stdout: boolean }): AppMode {
  if (options.mode === "json" || options.mode === "rpc") return options.mode;
  if (options.mode !== undefined && !MODES.some((mode) => mode === options.mode)) return "extension";
  if (options.print || !terminal.stdin || !terminal.stdout) return "print";
  return "interactive";
}

/** Returns the mode that extensions see. In a mode of an extension there is no user to ask, so it counts as print mode. */
export function extensionMode(mode: AppMode): ExtensionMode {
  if (mode === "interactive") return "tui";
  return mode === "extension" ? "print" : mode;
}
