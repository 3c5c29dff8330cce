import { usageError } from "../cli-error.ts";
import type { options } from "../options.ts";
import type { ParsedArguments } from "../parse-arguments.ts";
import type { Command } from "./command.ts";

/** Refuses a command behind options that no command has. What is no more than a command's own words is hardly a prompt. */
export function refuseLateCommand(
  { options: given, messages, files, unknown }: ParsedArguments<typeof options>,
  args: readonly string[],
  commands: readonly Command[],
): void {
  const isPrompt = given.print || given.mode || args.includes("--") || files.length > 0 || unknown.size > 0;
  const [word, next, ...others] = messages;
  const command = isPrompt ? undefined : commands.find(({ name }) => name === word);
  if (!command || others.length > 0 || (next !== undefined && !command.words?.includes(next))) return;
  const words = messages.join(" ");
  throw usageError(
    `tau ${words} is a command, and takes none of the options before it. Leave them out, or as a prompt: tau … -- ${words}`,
  );
}
