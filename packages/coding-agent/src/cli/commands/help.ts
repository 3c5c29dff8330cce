import { printExactly } from "../../core/output/print.ts";
import { ExitCode } from "../exit-code.ts";
import { helpText } from "../help.ts";
import { type Command, commandHelp } from "./command.ts";

export async function run([name]: readonly string[], commands: readonly Command[]): Promise<number> {
  const command = commands.find((candidate) => candidate.name === name);
  printExactly(command ? commandHelp(command) : helpText(commands));
  return ExitCode.done;
}
