import { textField } from "../frontmatter/fields.ts";
import type { FileDiagnostic } from "../frontmatter/file-diagnostic.ts";
import { describeProblem, parseFrontmatter } from "../frontmatter/frontmatter.ts";
import { baseName, parentDirectory } from "../prompt/path-text.ts";
import type { Skill } from "./skill.ts";
import { validateSkill } from "./validate-skill.ts";

export interface ParsedSkill {
  /** Absent where the file is no skill, or one that cannot be used: then `diagnostics` says why. */
  readonly skill?: Skill;
  readonly diagnostics: FileDiagnostic[];
}

/** `declared`: the file is said to be a skill. `possible`: it may be one or a note; without a description it is a note. */
export type SkillClaim = "declared" | "possible";

/** Reads a `SKILL.md`, or any other Markdown file that is a skill. */
export function parseSkill(content: string, filePath: string, claim: SkillClaim = claimOf(filePath)): ParsedSkill {
  const { frontmatter, problem } = parseFrontmatter(content);
  const description = textField(frontmatter, "description");
  const remarks = describeProblem(problem, filePath);
  if (description === undefined) {
    const message = "this skill has no description; not loaded";
    return { diagnostics: claim === "declared" ? [...remarks, { type: "error", path: filePath, message }] : [] };
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
