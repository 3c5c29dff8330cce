import { join } from "node:path";
import { CONFIG_DIR_NAME, resolveFrom } from "../paths/index.ts";
import { createSyntheticSourceInfo, loadSkillsAt, type ResourceDiagnostic, type Skill } from "../resources/index.ts";

export interface LoadSkillsResult {
  skills: Skill[];
  diagnostics: ResourceDiagnostic[];
}

export interface LoadSkillsFromDirOptions {
  readonly dir: string;
  /** What the skills are said to come from. */
  readonly source: string;
}

export interface LoadSkillsOptions {
  readonly cwd: string;
  readonly agentDir: string;
  /** Files or folders, beside the usual ones. */
  readonly skillPaths: readonly string[];
  readonly includeDefaults: boolean;
}

export function loadSkillsFromDir({ dir, source }: LoadSkillsFromDirOptions): LoadSkillsResult {
  const { items, diagnostics } = loadSkillsAt(dir, (path) => createSyntheticSourceInfo(path, { source }));
  return { skills: [...items], diagnostics: [...(diagnostics ?? [])] };
}

/** The user's skills, the folder's and those at the paths. Of two with one name the first counts. */
export function loadSkills({ cwd, agentDir, skillPaths, includeDefaults }: LoadSkillsOptions): LoadSkillsResult {
  const usual = [
    { dir: join(agentDir, "skills"), source: "user" },
    { dir: join(cwd, CONFIG_DIR_NAME, "skills"), source: "project" },
  ];
  const given = skillPaths.map((path) => ({ dir: resolveFrom(cwd, path), source: "path" }));
  const found = [...(includeDefaults ? usual : []), ...given].map(loadSkillsFromDir);
  const byName = new Map<string, Skill>();
  for (const skill of found.flatMap(({ skills }) => skills)) if (!byName.has(skill.name)) byName.set(skill.name, skill);
  return { skills: [...byName.values()], diagnostics: found.flatMap(({ diagnostics }) => diagnostics) };
}
