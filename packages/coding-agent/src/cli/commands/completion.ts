import { printExactly } from "../../core/output/print.ts";
import { usageError } from "../cli-error.ts";
import { offeredFlag, offeredOptions } from "../completion/completion-words.ts";
import { completionScript, SHELLS } from "../completion/index.ts";
import { ExitCode } from "../exit-code.ts";
import { batteryFlags } from "../options/extension-flags.ts";
import type { Command } from "./command.ts";
import { onlyWord, readCommandLine } from "./command-line.ts";
import { extensionCommands } from "./extension-commands.ts";

export async function run(args: readonly string[], commands: readonly Command[]): Promise<number> {
  const { words } = readCommandLine({}, args);
  const wanted = onlyWord(words, "tau completion <bash | zsh | fish>");
  const shell = SHELLS.find((name) => name === wanted);
  if (!shell) throw usageError(`There is no completion for ${wanted}, only for ${SHELLS.join(", ")}.`);
  const offered = [...offeredOptions(), ...(await batteryFlags("all")).map(offeredFlag)];
  printExactly(completionScript(shell, [...commands, ...(await extensionCommands())], offered));
  return ExitCode.done;
}
