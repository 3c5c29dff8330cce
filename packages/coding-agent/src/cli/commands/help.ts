import { printExactly } from "../../core/output/print.ts";
import { ExitCode } from "../exit-code.ts";
import { helpText } from "../help.ts";
import { extensionFlags } from "../options/extension-flags.ts";
import { type Command, commandHelp } from "./command.ts";
import { extensionCommands } from "./extension-commands.ts";

export async function run([name]: readonly string[], commands: readonly Command[]): Promise<number> {
  const all = [...commands, ...(await extensionCommands())];
  const command = all.find((candidate) => candidate.name === name);
  printExactly(command ? commandHelp(command) : helpText(all, await extensionFlags({})));
  return ExitCode.done;
}
