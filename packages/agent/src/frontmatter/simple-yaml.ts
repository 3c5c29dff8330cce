/**
 * Reads YAML that is only `key: value` lines with values that need no knowledge of YAML: plain words, quoted text without escapes, `true`
 * and `false`. `undefined` for anything else, so that what it does read means exactly what a full parser says.
 */
export function readSimpleYaml(source: string): Record<string, unknown> | undefined {
  const result: Record<string, unknown> = {};
  for (const line of source.split("\n")) {
    if (line.trim() === "" || /^#/.test(line)) continue;
    const entry = ENTRY.exec(line);
    const key = entry?.groups?.key;
    if (key === undefined || Object.hasOwn(result, key) || RESERVED.has(key)) return undefined;
    const value = readScalar(entry?.groups?.value ?? "");
    if (value === undefined) return undefined;
    result[key] = value;
  }
  return result;
}

const ENTRY = /^(?<key>[A-Za-z][A-Za-z0-9_-]*):[ ]+(?<value>\S(?:.*\S)?)[ ]*$/;

/** Keys that are something other than text to YAML, or to JavaScript. */
const RESERVED: ReadonlySet<string> = new Set([
  "true",
  "false",
  "null",
  "True",
  "False",
  "Null",
  "TRUE",
  "FALSE",
  "NULL",
]);

/** Starts with a letter, so it is no number, date, list or quoted text; holds nothing that ends a plain value. */
const PLAIN = /^[A-Za-z][^\t#:]*$/;
const QUOTED = /^(?:"(?<double>[^"\\]*)"|'(?<single>[^']*)')$/;
const WORDS_WITH_MEANING = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

function readScalar(text: string): unknown {
  if (text === "true") return true;
  if (text === "false") return false;
  const quoted = QUOTED.exec(text)?.groups;
  if (quoted) return quoted.double ?? quoted.single;
  return PLAIN.test(text) && !WORDS_WITH_MEANING.test(text) ? text : undefined;
}
