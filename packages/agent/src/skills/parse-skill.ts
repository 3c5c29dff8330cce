import { textField } from "../frontmatter/fields.ts";
import type { FileDiagnostic } from "../frontmatter/file-diagnostic.ts";
import { describeProblem, parseFrontmatter } from "../frontmatter/frontmatter.ts";
import { baseName, parentDirectory } from "../prompt/path-text.ts";
import type { Skill } from "./skill.ts";

export interface ParsedSkill {
  /** Absent if the file is not a skill, or if the skill cannot be used; in that case `diagnostics` has the reason. */
  readonly skill?: Skill;
  readonly diagnostics: FileDiagnostic[];
}

/** `declared`: the file must be a skill. `possible`: it is a skill if it has a description, otherwise a note. */
export type SkillClaim = "declared" | "possible";

/** Parses a `SKILL.md`, or any other Markdown file that is a skill. */
export function parseSkill(content: string, filePath: string, claim: SkillClaim = claimOf(filePath)): ParsedSkill {
  const { frontmatter, problem } = parseFrontmatter(content);
  const description = textField(frontmatter, "description");
  const remarks = describeProblem(problem, filePath);
  if (description === undefined) {
    if (claim === "possible") return { diagnostics: [] };
    const message = "this skill has no description; not loaded";
    // If the front matter cannot be read, that is the reason.
    return { diagnostics: remarks.length > 0 ? remarks : [{ type: "warning", path: filePath, message }] };
  }
  const skill: Skill = {
    name: textField(frontmatter, "name") ?? defaultName(filePath),
    description,
    filePath,
    baseDir: parentDirectory(filePath),
    disableModelInvocation: frontmatter["disable-model-invocation"] === true,
  };
  return { skill, diagnostics: [...remarks, ...validateSkill({ ...frontmatter, ...skill }, filePath)] };
}

function claimOf(filePath: string): SkillClaim {
  return isSkillFile(filePath) ? "declared" : "possible";
}

function defaultName(filePath: string): string {
  return isSkillFile(filePath) ? baseName(parentDirectory(filePath)) : baseName(filePath).replace(/\.md$/i, "");
}

function isSkillFile(filePath: string): boolean {
  return baseName(filePath) === "SKILL.md";
}

const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 1024;
const MAX_COMPATIBILITY_LENGTH = 500;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Checks the fields against the portable format and returns warnings: a skill that works here should also work elsewhere. */
function validateSkill(
  fields: { name: string; description: string; compatibility?: unknown },
  path: string,
): FileDiagnostic[] {
  const { name, description, compatibility } = fields;
  const problems = [
    ...(NAME.test(name) ? [] : [`the name "${name}" should be lower-case words joined by hyphens`]),
    ...tooLong("name", name, MAX_NAME_LENGTH),
    ...tooLong("description", description, MAX_DESCRIPTION_LENGTH),
    ...tooLong("compatibility note", compatibility, MAX_COMPATIBILITY_LENGTH),
  ];
  return problems.map((message) => ({ type: "warning", message, path }));
}

function tooLong(what: string, value: unknown, most: number): string[] {
  if (typeof value !== "string" || value.length <= most) return [];
  return [`the ${what} has ${value.length} characters; ${most} is the most`];
}
