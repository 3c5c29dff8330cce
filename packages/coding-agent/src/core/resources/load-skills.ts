import { existsSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { CONFIG_DIR_NAME, resolveFrom } from "../paths/index.ts";
import { joinItems, type LoadedItems } from "./discovery/index.ts";
import { loadSkillsAt, type Skill } from "./items/skill.ts";
import { firstOfEachName } from "./named-items.ts";
import { createSyntheticSourceInfo, type ResourceDiagnostic, type SourceScope } from "./source-info.ts";

export interface LoadSkillsResult {
  skills: Skill[];
  diagnostics: ResourceDiagnostic[];
}

export interface LoadSkillsFromDirOptions {
  dir: string;
  /** Name of the source that the skills are attributed to; `user`, `project` and `path` are those of files. */
  source: string;
}

export interface LoadSkillsOptions {
  cwd: string;
  agentDir: string;
  /** Files or folders, read after the skills of the user and of the project. */
  skillPaths: string[];
  /** Also loads the skills of the user and of the project. */
  includeDefaults: boolean;
}

const SCOPES: Readonly<Record<string, SourceScope>> = { user: "user", project: "project", path: "temporary" };

/** Loads all skills of a folder, also several with one name. */
export function loadSkillsFromDir({ dir, source }: LoadSkillsFromDirOptions): LoadSkillsResult {
  const { items, diagnostics = [] } = skillsAt(dir, source);
  return { skills: [...items], diagnostics: [...diagnostics] };
}

/** Loads skills for programs without a session; a session finds its own. Of several with one name the first counts. */
export function loadSkills({ cwd, agentDir, skillPaths, includeDefaults }: LoadSkillsOptions): LoadSkillsResult {
  const user = join(agentDir, "skills");
  const project = [CONFIG_DIR_NAME, ".pi"].map((name) => join(cwd, name, "skills"));
  const sourceOf = (path: string) => {
    if (isWithin(path, user)) return "user";
    return project.some((folder) => isWithin(path, folder)) ? "project" : "path";
  };
  const given = skillPaths.map((path) => resolveFrom(cwd, path));
  const { items, diagnostics = [] } = joinItems([
    ...(includeDefaults ? [skillsAt(user, "user"), ...project.map((folder) => skillsAt(folder, "project"))] : []),
    ...given.map((path) => problemAt(path) ?? skillsAt(path, sourceOf(path))),
  ]);
  const first = firstOfEachName("skill", items);
  return { skills: first.items, diagnostics: [...diagnostics, ...first.diagnostics] };
}

function skillsAt(path: string, source: string): LoadedItems<Skill> {
  const scope = SCOPES[source];
  const { items, diagnostics = [] } = loadSkillsAt(path, (file) => createSyntheticSourceInfo(file, { source }));
  const described = items.map((skill) => ({
    ...skill,
    sourceInfo: createSyntheticSourceInfo(skill.filePath, {
      source: scope ? "local" : source,
      scope: scope ?? "temporary",
      baseDir: skill.baseDir,
    }),
  }));
  return { items: described, diagnostics };
}

function problemAt(path: string): LoadedItems<Skill> | undefined {
  const problem = (message: string): LoadedItems<Skill> => ({
    items: [],
    diagnostics: [{ type: "warning", path, message }],
  });
  if (!existsSync(path)) return problem("there is no such file or folder");
  return path.endsWith(".md") || statSync(path).isDirectory() ? undefined : problem("this is no Markdown file");
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
