import { join } from "node:path";
import { CONFIG_DIR_NAME, resolveFrom } from "../paths/index.ts";
import { joinItems } from "./discovery/index.ts";
import { loadSkillsAt, type Skill } from "./items/skill.ts";
import { firstOfEachName } from "./named-items.ts";
import { createSyntheticSourceInfo, type ResourceDiagnostic, type SourceScope } from "./source-info.ts";

export interface LoadSkillsResult {
  skills: Skill[];
  diagnostics: ResourceDiagnostic[];
}

export interface LoadSkillsFromDirOptions {
  dir: string;
  /** Name of the source that the skills are attributed to. */
  source: string;
}

export interface LoadSkillsOptions {
  cwd: string;
  agentDir: string;
  /** Files or folders; they take precedence over all others. */
  skillPaths: string[];
  /** Also loads the skills of the project and of the user. */
  includeDefaults: boolean;
}

export function loadSkillsFromDir({ dir, source }: LoadSkillsFromDirOptions): LoadSkillsResult {
  return namedOnce([skillsAt(dir, source, "temporary")]);
}

/** Loads skills for programs without a session; a session finds its own. */
export function loadSkills({ cwd, agentDir, skillPaths, includeDefaults }: LoadSkillsOptions): LoadSkillsResult {
  return namedOnce([
    ...skillPaths.map((path) => skillsAt(resolveFrom(cwd, path), "path", "temporary")),
    ...(includeDefaults ? [skillsAt(join(cwd, CONFIG_DIR_NAME, "skills"), "auto", "project")] : []),
    ...(includeDefaults ? [skillsAt(join(agentDir, "skills"), "auto", "user")] : []),
  ]);
}

function skillsAt(folder: string, source: string, scope: SourceScope) {
  return loadSkillsAt(folder, (path) => createSyntheticSourceInfo(path, { source, scope, baseDir: folder }));
}

function namedOnce(parts: readonly ReturnType<typeof skillsAt>[]): LoadSkillsResult {
  const { items, diagnostics = [] } = joinItems(parts);
  const first = firstOfEachName("skill", items);
  return { skills: first.items, diagnostics: [...diagnostics, ...first.diagnostics] };
}
