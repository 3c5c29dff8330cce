import type { SettingsStore } from "../settings/index.ts";
import type { Skill } from "./items/skill.ts";

/** What the user's filters leave: switched off by id, then the globs to ignore, then the globs to include. */
export async function selectSkills(skills: readonly Skill[], settings: SettingsStore): Promise<Skill[]> {
  const disabled = new Set(settings.get("disabledExtensions") ?? []);
  const ignored = await nameMatcher(settings.get("ignoredSkills"));
  const included = await nameMatcher(settings.get("includeSkills"));
  return skills.filter(({ name }) => {
    if (disabled.has(`skill:${name}`) || ignored?.(name)) return false;
    return included === undefined || included(name);
  });
}

async function nameMatcher(globs: readonly string[] | undefined): Promise<((name: string) => boolean) | undefined> {
  if (!globs || globs.length === 0) return undefined;
  const { default: picomatch } = await import("picomatch");
  return picomatch([...globs]);
}
