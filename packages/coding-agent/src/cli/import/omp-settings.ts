import { parseYaml } from "@tau/agent";
import { isObject } from "../../core/json-file/index.ts";
import { withPresentNames } from "../../core/settings/index.ts";

/** Settings of a `config.yml`, under our names. Throws a YamlError where the file is none. */
export function ompSettings(text: string): Record<string, unknown> {
  const entries = Object.entries(parseYaml(text)).flatMap(
    ([key, value]): readonly Entry[] => (Object.hasOwn(renamed, key) && renamed[key]?.(value)) || [[key, value]],
  );
  const { skills, ...settings } = withPresentNames(Object.fromEntries(entries));
  // No folders of one's own is the default, and need not be said.
  const folders = Array.isArray(skills) && skills.length === 0 ? {} : { skills };
  return Object.fromEntries(Object.entries({ ...settings, ...folders }).filter(([, value]) => value !== undefined));
}

type Entry = readonly [string, unknown];

const renamed: Readonly<Record<string, (value: unknown) => readonly Entry[]>> = {
  theme: (value) => [["theme", isObject(value) ? themeNames(value) : value]],
  shell: (value) => [["shellPath", value]],
  skills: (value) => (isObject(value) ? [...filtersOf(value), ["skills", value]] : [["skills", value]]),
};

/** One for each background, or one for both. */
function themeNames({ light, dark }: Record<string, unknown>): string {
  return [light, dark].filter((name) => typeof name === "string").join("/");
}

/** Which skills are wanted stands beside the folders of skills, not within. */
function filtersOf(skills: Record<string, unknown>): Entry[] {
  return ["includeSkills", "ignoredSkills"].flatMap((key) => (key in skills ? [[key, skills[key]] as const] : []));
}
