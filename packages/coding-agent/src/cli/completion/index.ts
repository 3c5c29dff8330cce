import type { Command } from "../commands/command.ts";
import { bashCompletion } from "./bash.ts";
import { type OfferedOption, offeredOptions } from "./completion-words.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

const scripts: Readonly<Record<Shell, (commands: readonly Command[], options: readonly OfferedOption[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Generates the script from the table of options and the list of commands, so that it is always up to date. */
export function completionScript(
  shell: Shell,
  commands: readonly Command[],
  options: readonly OfferedOption[] = offeredOptions(),
): string {
  return scripts[shell](commands, options);
}
