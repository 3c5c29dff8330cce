import { nearest } from "../../core/text/nearest.ts";
import { usageError } from "../cli-error.ts";
import type { options } from "../options.ts";
import type { ParsedArguments } from "../parse-arguments.ts";
import type { Command } from "./command.ts";

export interface FoundCommand {
  readonly command: Command;
  /** What follows its name. */
  readonly args: readonly string[];
  /** The environment that the options before its name ask for. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The command that the first word names, options that hold for every command aside. A word that is nearly one is
 * refused: taken for a prompt it would cost money.
 */
export function findCommand(args: readonly string[], commands: readonly Command[]): FoundCommand | undefined {
  const { env, rest } = leadingOptions(args);
  const [word = "", ...following] = rest;
  const named = (name: string | undefined) => commands.find((command) => command.name === name);
  // "help me with this" is a prompt.
  if (word === "help" && following.length > 0 && !named(following[0])) return undefined;
  const command = named(word);
  if (command) return { command, args: following, env };
  if (!MISTYPED.test(word)) return undefined;
  const meant = nearest(
    word,
    commands.map(({ name }) => name),
    1,
  );
  if (meant === undefined) return undefined;
  throw usageError(`There is no command "${word}". Did you mean tau ${meant}? As a prompt: tau -- ${word}`);
}

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

/** One lower-case word; a shorter one is too near to too many others. */
const MISTYPED = /^[a-z]{5,}$/;

/** What is said once for all that follows: as the variables of the same meaning, which every command knows. */
function leadingOptions(args: readonly string[]): Pick<FoundCommand, "env"> & { readonly rest: readonly string[] } {
  const env: Record<string, string> = {};
  const rest = [...args];
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    const [, folder] = /^--session-dir=(.*)$/s.exec(first) ?? [];
    if (first === "--offline") env.TAU_OFFLINE = "1";
    else if (folder) env.TAU_SESSION_DIR = folder;
    else if (first === "--session-dir" && rest[1]) env.TAU_SESSION_DIR = rest.splice(1, 1).join();
    else break;
    rest.shift();
  }
  return { env, rest };
}
