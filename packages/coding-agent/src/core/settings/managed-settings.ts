import { errorText } from "../error-text.ts";
import { ConfigError, formatDiagnostic, isObject, loadJsonText } from "../json-file/index.ts";
import type { SettingsLayer } from "./merge.ts";
import { settingsSchema } from "./schema/index.ts";
import { readSettings } from "./storage.ts";

/** What nothing else overrides; of two files the later one counts, and rules of both. */
export function readManaged(paths: readonly string[]): SettingsLayer {
  const layers = paths.map(readOne);
  const rules = layers.map(({ permissions }) => permissions).filter(isObject);
  const joined = rules.length < 2 ? {} : { permissions: joinRules(rules) };
  return Object.assign({}, ...layers, joined);
}

/** A file that cannot be followed to the letter stops the program: to continue would be to pass over it. */
function readOne(path: string): SettingsLayer {
  try {
    const text = readSettings(path);
    if (text === undefined) return {};
    const { value, diagnostics } = loadJsonText(path, text, settingsSchema);
    if (diagnostics[0]) throw new Error(formatDiagnostic(diagnostics[0]));
    return value;
  } catch (error) {
    throw broken(path, error);
  }
}

function broken(path: string, error: unknown): ConfigError {
  const reason = `The administrator's settings (${path}) cannot be followed, so Tau does not start: ${errorText(error)}`;
  return new ConfigError("broken-file", reason, { cause: error });
}

function joinRules(rules: readonly SettingsLayer[]): SettingsLayer {
  const lists = ["allow", "ask", "deny"].map((key) => [key, rules.flatMap((each) => each[key] ?? [])]);
  return Object.fromEntries(lists);
}
