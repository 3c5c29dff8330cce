import { parseYaml } from "@tau/agent";
import { isObject } from "../../core/json-file/index.ts";

/** Settings of a `config.yml`, under our names. Throws a YamlError where the file is none. */
export function ompSettings(text: string): Record<string, unknown> {
  const entries = Object.entries(parseYaml(text));
  return Object.fromEntries(entries.map(([key, value]) => renamed.get(key)?.(value) ?? [key, value]));
}

const renamed: ReadonlyMap<string, (value: unknown) => [string, unknown]> = new Map([
  ["theme", (value) => ["theme", isObject(value) ? themeNames(value) : value]],
  ["shell", (value) => ["shellPath", value]],
]);

/** One for each background, or one for both. */
function themeNames({ light, dark }: Record<string, unknown>): string {
  return [light, dark].filter((name) => typeof name === "string").join("/");
}
