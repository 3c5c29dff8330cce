export interface ScriptOptions {
  readonly maxOutputTokens: number;
  readonly timeoutMs?: number;
}

const DEFAULT_OUTPUT_TOKENS = 10_000;
const LINE = /^[ \t]*\/\/[ \t]*@options:[ \t]*(.*)$/;
const LONGEST_MS = 24 * 3600 * 1000;

/** Reads the options in the first line of a script. Throws if they are invalid or in another line. */
export function readScriptOptions(code: string): ScriptOptions {
  const [first = "", ...others] = code.split("\n");
  const misplaced = others.findIndex((line) => LINE.test(line));
  if (misplaced >= 0)
    throw new Error(`The options are in line ${misplaced + 2}. They must be in the first line of the script.`);
  const text = LINE.exec(first)?.[1];
  if (text === undefined) return { maxOutputTokens: DEFAULT_OUTPUT_TOKENS };
  const given = parse(text);
  const unknown = Object.keys(given).find((key) => key !== "max_output_tokens" && key !== "timeout_ms");
  if (unknown !== undefined)
    throw new Error(`Unknown option ${JSON.stringify(unknown)}. There are: max_output_tokens, timeout_ms.`);
  const maxOutputTokens = wholeNumber(given, "max_output_tokens", 1_000_000);
  const timeoutMs = wholeNumber(given, "timeout_ms", LONGEST_MS);
  return {
    maxOutputTokens: maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  const problem = `The options are not a JSON object: ${text.slice(0, 100)}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(problem, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(problem);
  return value as Record<string, unknown>;
}

function wholeNumber(given: Readonly<Record<string, unknown>>, key: string, most: number): number | undefined {
  const value = given[key];
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && (value as number) > 0 && (value as number) <= most) return value as number;
  throw new Error(`The option ${key} must be a whole number from 1 to ${most}.`);
}
