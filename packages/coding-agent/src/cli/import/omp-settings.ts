import { parseYaml } from "@tau/agent";
import { isObject } from "../../core/json-file/index.ts";
import { withPresentNames } from "../../core/settings/index.ts";

/** Converts the settings of a `config.yml` to Tau's names. Throws a YamlError if the file is not valid YAML. */
export function ompSettings(text: string): Record<string, unknown> {
  const entries = Object.entries(parseYaml(text)).flatMap(
    ([key, value]): readonly Entry[] => (Object.hasOwn(renamed, key) && renamed[key]?.(value)) || [[key, value]],
  );
  const { skills, ...settings } = withPresentNames(Object.fromEntries(entries));
  // An empty list is the default and is left out.
  const folders = Array.isArray(skills) && skills.length === 0 ? {} : { skills };
  return Object.fromEntries(Object.entries({ ...settings, ...folders }).filter(([, value]) => value !== undefined));
}

type Entry = readonly [string, unknown];

const renamed: Readonly<Record<string, (value: unknown) => readonly Entry[]>> = {
  theme: (value) => [["theme", isObject(value) ? themeNames(value) : value]],
  shell: (value) => [["shellPath", value]],
  skills: (value) => (isObject(value) ? [...filtersOf(value), ["skills", value]] : [["skills", value]]),
  task: (value) => [
    [
      "task",
      isObject(value) && isObject(value.isolation) ? { ...value, isolation: isolationOf(value.isolation) } : value,
    ],
  ],
};

/** Ways to isolate agents that have another name in Tau, or that only other systems have. */
const ISOLATIONS: ReadonlyMap<unknown, string> = new Map([
  ["fuse-overlay", "overlay"],
  ["fuse-projfs", "worktree"],
]);

/** The earlier form is `enabled`. Tau does not commit what agents change, so `commits` has no place. */
function isolationOf({ mode, enabled, commits: _, ...others }: Record<string, unknown>): Record<string, unknown> {
  const present = mode ?? (enabled === true ? "worktree" : undefined);
  return { ...(present === undefined ? {} : { mode: ISOLATIONS.get(present) ?? present }), ...others };
}

/** Joins the names of the light and the dark theme, or returns the only one. */
function themeNames({ light, dark }: Record<string, unknown>): string {
  return [light, dark].filter((name) => typeof name === "string").join("/");
}

/** Moves the filters out of `skills`: in Tau they are separate settings beside the folders of skills. */
function filtersOf(skills: Record<string, unknown>): Entry[] {
  return ["includeSkills", "ignoredSkills"].flatMap((key) => (key in skills ? [[key, skills[key]] as const] : []));
}
