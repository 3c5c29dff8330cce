import { usageError } from "../cli-error.ts";
import { flag, type OptionTable, type OptionValues } from "../options/option.ts";
import { parseArguments, rejectUnknown } from "../options/parse-arguments.ts";

export interface CommandLine<TTable extends OptionTable> {
  readonly options: OptionValues<TTable>;
  readonly words: readonly string[];
}

/** Options that every command takes, before or after its name. */
const COMMON = { offline: flag({ group: "Process", description: "No network" }) } as const;

/** Parses the arguments after a command with the command's own table. */
export function readCommandLine<TTable extends OptionTable>(
  table: TTable,
  args: readonly string[],
): CommandLine<TTable> {
  // `@scope/name` names a package here, not a file to attach.
  const { options, messages, unknown } = parseArguments(
    { ...COMMON, ...table },
    args.map((arg) => (arg.startsWith("@") ? `./${arg}` : arg)),
  );
  rejectUnknown(unknown, table);
  if ((options as OptionValues<typeof COMMON>).offline) process.env.TAU_OFFLINE = "1";
  return { options, words: messages.map((word) => (word.startsWith("./@") ? word.slice(2) : word)) };
}

/** Throws a usage error for any word given to a command that takes none. */
export function noWord(words: readonly string[], usage: string): void {
  if (words.length > 0) throw usageError(`Unexpected argument "${words[0]}". Usage: ${usage}`);
}

/** Returns the single word that the command needs, or throws a usage error. */
export function onlyWord(words: readonly string[], usage: string): string {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0) throw usageError(`Usage: ${usage}`);
  return word;
}
