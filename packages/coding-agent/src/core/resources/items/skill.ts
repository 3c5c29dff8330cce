import { basename, dirname } from "node:path";
import type { Skill as AgentSkill } from "@tau/agent";
import { isOrdinary, joinItems, type LoadedItems, readFolder, realPath } from "../discovery/index.ts";
import type { ResourceDiagnostic, SourceInfo } from "../source-info.ts";
import { readMarkdown, textField } from "./markdown-file.ts";

/** A skill and where it comes from. */
export interface Skill extends AgentSkill {
  sourceInfo: SourceInfo;
}

export type DescribeSource = (path: string) => SourceInfo;

/** The skills below a folder, or the one a file is. A folder with a `SKILL.md` is a skill, and nothing below it is another. */
export function loadSkillsAt(path: string, describe: DescribeSource): LoadedItems<Skill> {
  return path.endsWith(".md")
    ? loadSkill(path, describe, "declared")
    : scan(path, describe, { depth: 0, real: realPath(path), seen: new Set() });
}

interface Walk {
  readonly depth: number;
  /** The folder's own name, without links on the way. */
  readonly real: string;
  /** A link may lead back up. */
  readonly seen: Set<string>;
}

function scan(folder: string, describe: DescribeSource, { depth, real, seen }: Walk): LoadedItems<Skill> {
  if (seen.has(real) || depth > MAX_DEPTH) return NOTHING;
  seen.add(real);
  const entries = readFolder(folder);
  const own = entries.find(({ name, kind }) => name === "SKILL.md" && kind === "file");
  if (own) return loadSkill(own.path, describe, "declared");
  const parts = entries.map(({ kind, name, path, isLink }) => {
    if (kind === "file") return depth === 0 && name.endsWith(".md") ? loadSkill(path, describe, "possible") : NOTHING;
    if (!isOrdinary(name)) return NOTHING;
    return scan(path, describe, { depth: depth + 1, real: isLink ? realPath(path) : `${real}/${name}`, seen });
  });
  return joinItems(parts);
}

/** A loose Markdown file may be a skill or a note: without a description it is a note. */
function loadSkill(path: string, describe: DescribeSource, kind: "declared" | "possible"): LoadedItems<Skill> {
  const file = readMarkdown(path);
  if (!file) return NOTHING;
  const description = textField(file.fields, "description");
  if (!description) {
    const missing: ResourceDiagnostic = { type: "error", path, message: "this skill has no description; not loaded" };
    return { items: [], diagnostics: kind === "declared" ? [...file.diagnostics, missing] : [] };
  }
  const baseDir = dirname(path);
  const fallback = basename(path) === "SKILL.md" ? basename(baseDir) : basename(path, ".md");
  const name = textField(file.fields, "name") ?? fallback;
  const skill: Skill = {
    name,
    description,
    filePath: path,
    baseDir,
    sourceInfo: describe(path),
    disableModelInvocation: file.fields["disable-model-invocation"] === true,
  };
  return { items: [skill], diagnostics: [...file.diagnostics, ...remarks(skill)] };
}

function remarks({ name, description, filePath: path }: Skill): ResourceDiagnostic[] {
  const found: string[] = [];
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    found.push(`the name "${name}" should be lower-case words joined by hyphens`);
  if (name.length > MAX_NAME) found.push(`the name has ${name.length} characters; ${MAX_NAME} is the most`);
  if (description.length > MAX_DESCRIPTION) {
    found.push(`the description has ${description.length} characters; ${MAX_DESCRIPTION} is the most`);
  }
  return found.map((message) => ({ type: "warning", path, message }));
}

const NOTHING: LoadedItems<Skill> = { items: [], diagnostics: [] };
const MAX_DEPTH = 8;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
