import { nearest } from "../../core/text/nearest.ts";
import { usageError } from "../cli-error.ts";
import { flagName, type Option, type OptionTable, type OptionValues } from "./option.ts";

export interface ParsedArguments<TTable extends OptionTable> {
  readonly options: OptionValues<TTable>;
  /** All arguments that are not options, in order. */
  readonly messages: readonly string[];
  /** Paths given as `@path`. */
  readonly files: readonly string[];
  /** Options that are not in the table. They may belong to an extension. */
  readonly unknown: ReadonlyMap<string, string | true>;
  /** The number of messages before each unknown option. */
  readonly places: ReadonlyMap<string, number>;
}

/** Parses the arguments with the table. Throws a usage error that names the wrong argument. */
export function parseArguments<TTable extends OptionTable>(
  table: TTable,
  args: readonly string[],
): ParsedArguments<TTable> {
  const state = {
    values: {} as Record<string, unknown>,
    messages: [] as string[],
    files: [] as string[],
    unknown: new Map<string, string | true>(),
    places: new Map<string, number>(),
  };
  const byFlag = indexByFlag(table);
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--") state.messages.push(...rest.splice(0));
    else if (argument.startsWith("@") && argument.length > 1) state.files.push(argument.slice(1));
    else if (!/^-[^\d]/.test(argument)) state.messages.push(argument);
    else readOption(argument, rest, byFlag, state);
  }
  return {
    options: state.values as OptionValues<TTable>,
    messages: state.messages,
    files: state.files,
    unknown: state.unknown,
    places: state.places,
  };
}

/** Throws a usage error for the first option that neither Tau nor an extension knows. */
export function rejectUnknown(unknown: ReadonlyMap<string, string | true>, table: OptionTable): void {
  const [first] = unknown.keys();
  if (first === undefined) return;
  const hint = nearest(first, [...indexByFlag(table).keys()]);
  throw usageError(`Unknown option ${first}.${hint ? ` Did you mean ${hint}?` : ""}`);
}

interface ParserState {
  values: Record<string, unknown>;
  messages: readonly string[];
  unknown: Map<string, string | true>;
  places: Map<string, number>;
}

type FlagIndex = ReadonlyMap<string, readonly [key: string, option: Option]>;

function indexByFlag(table: OptionTable): FlagIndex {
  const index = new Map<string, readonly [string, Option]>();
  for (const [key, option] of Object.entries(table)) {
    index.set(flagName(key), [key, option]);
    if (option.short) index.set(`-${option.short}`, [key, option]);
  }
  return index;
}

function readOption(argument: string, rest: string[], index: FlagIndex, state: ParserState): void {
  const equals = argument.startsWith("--") ? argument.indexOf("=") : -1;
  const name = equals < 0 ? argument : argument.slice(0, equals);
  const inline = equals < 0 ? undefined : argument.slice(equals + 1);
  const known = index.get(name);
  if (!known) {
    state.unknown.set(name, inline ?? takeValue(rest) ?? true);
    state.places.set(name, state.messages.length);
    return;
  }
  const [key, option] = known;
  if (option.kind === "flag") {
    if (inline !== undefined) throw usageError(`${name} takes no value.`);
    state.values[key] = true;
  } else if (option.kind === "optional-text") {
    state.values[key] = inline ?? takeValue(rest) ?? true;
  } else {
    const value = inline ?? needValue(name, option, rest, index);
    state.values[key] = convert(name, option, value, state.values[key]);
  }
}

/**
 * Takes the value of an option. A value may begin with a dash (a prompt, a negative number), so only a missing value or the name of another
 * option is rejected.
 */
function needValue(name: string, { placeholder = "value" }: Option, rest: string[], index: FlagIndex): string {
  const value = index.has(rest[0] ?? "") ? undefined : rest.shift();
  if (value === undefined) throw usageError(`${name} needs a value: ${name} <${placeholder}>.`);
  return value;
}

function takeValue(rest: string[]): string | undefined {
  const next = rest[0];
  if (next === undefined || next.startsWith("-") || next.startsWith("@")) return undefined;
  return rest.shift();
}

function convert(name: string, option: Option, value: string, earlier: unknown): unknown {
  if (option.kind === "texts") return [...((earlier as string[] | undefined) ?? []), value];
  if (option.kind === "list")
    return value
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  if (option.kind === "number") return toNumber(name, value, option.range);
  if (option.kind === "choice" && !option.choices?.includes(value))
    throw usageError(`${name} is one of ${option.choices?.join(", ")}, not "${value}".`);
  return value;
}

const RANGES = {
  any: { holds: (number: number) => number >= 0, words: "a number of 0 or more" },
  positive: { holds: (number: number) => number > 0, words: "a number above 0" },
  whole: { holds: (number: number) => number >= 1 && Number.isInteger(number), words: "a whole number of 1 or more" },
} as const;

function toNumber(name: string, value: string, range: keyof typeof RANGES = "any"): number {
  const parsed = Number(value);
  const { holds, words } = RANGES[range];
  if (value.trim() === "" || !Number.isFinite(parsed) || !holds(parsed))
    throw usageError(`${name} needs ${words}, not "${value}".`);
  return parsed;
}
