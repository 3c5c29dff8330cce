const DEFAULT_DAYS = 30;
const MOST_DAYS = 3660;

export interface StatsArguments {
  readonly days: number;
  readonly isHere: boolean;
  readonly json: boolean;
  readonly html?: string;
}

/** A wrong command line. */
export class StatsUsageError extends Error {
  override readonly name = "StatsUsageError";
  readonly exitCode = 2;
}

/** Reads the words after `tau stats` or `/stats`. */
export function readArguments(args: readonly string[]): StatsArguments {
  let found: StatsArguments = { days: DEFAULT_DAYS, isHere: false, json: false };
  for (let at = 0; at < args.length; at++) {
    const [name = "", joined] = (args[at] ?? "").split(/=(.*)/s);
    const value = () => {
      if (joined !== undefined) return joined;
      at++;
      return args[at];
    };
    if (name === "--here") found = { ...found, isHere: true };
    else if (name === "--json") found = { ...found, json: true };
    else if (name === "--days") found = { ...found, days: daysOf(value()) };
    else if (name === "--html") found = { ...found, html: fileOf(value()) };
    else throw new StatsUsageError(`There is no ${name} here. tau stats --help names the forms.`);
  }
  if (found.json && found.html !== undefined) throw new StatsUsageError("Give --json or --html, not both.");
  return found;
}

function daysOf(text: string | undefined): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return days;
  throw new StatsUsageError(`--days takes a number from 1 to ${MOST_DAYS}, not ${text ?? "nothing"}.`);
}

function fileOf(text: string | undefined): string {
  if (text !== undefined && text !== "" && !text.startsWith("--")) return text;
  throw new StatsUsageError("--html needs the name of a file.");
}
