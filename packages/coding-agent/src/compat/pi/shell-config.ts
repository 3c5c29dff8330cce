import { existsSync } from "node:fs";
import { getShellConfig as configOf, type ShellConfig } from "../../core/process/index.ts";

/** Throws if the shell that was named does not exist; Tau's own code learns it when a command is run. */
export function getShellConfig(shellPath?: string): ShellConfig {
  if (shellPath && !existsSync(shellPath)) throw new Error(`There is no shell at ${shellPath}.`);
  return configOf(shellPath);
}
