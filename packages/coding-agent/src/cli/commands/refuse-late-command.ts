import { usageError } from "../cli-error.ts";
import type { options } from "../options/options.ts";
import type { ParsedArguments } from "../options/parse-arguments.ts";
import type { Command } from "./command.ts";

/** Rejects a command that follows options no command has. Words that match a command and nothing else are unlikely to be a prompt. */
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
