import { usageError } from "../cli-error.ts";
import { flag, type OptionTable, type OptionValues } from "../option.ts";
import { parseArguments, rejectUnknown } from "../parse-arguments.ts";

export interface CommandLine<TTable extends OptionTable> {
  readonly options: OptionValues<TTable>;
  readonly words: readonly string[];
}

/** What every command takes, before its name or after it. */
const COMMON = { offline: flag({ group: "Process", description: "No network" }) } as const;

/** Reads what follows a command by the command's own table. */
export function readCommandLine<TTable extends OptionTable>(
  table: TTable,
  args: readonly string[],
): CommandLine<TTable> {
  // A package may be named `@scope/name`: for a command that is no file.
  const { options, messages, unknown } = parseArguments(
    { ...COMMON, ...table },
    args.map((arg) => (arg.startsWith("@") ? `./${arg}` : arg)),
  );
  rejectUnknown(unknown, table);
  if ((options as OptionValues<typeof COMMON>).offline) process.env.TAU_OFFLINE = "1";
  return { options, words: messages.map((word) => (word.startsWith("./@") ? word.slice(2) : word)) };
}

/** For a command that needs no word: one too many is a mistake, not something to pass over. */
export function noWord(words: readonly string[], usage: string): void {
  if (words.length > 0) throw usageError(`"${words[0]}" is one word too many. Usage: ${usage}`);
}

/** The one word that a command needs. */
export function onlyWord(words: readonly string[], usage: string): string {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0) throw usageError(`Usage: ${usage}`);
  return word;
}
