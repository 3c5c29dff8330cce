import { readFrontmatter } from "../frontmatter/frontmatter.ts";
import { errorText } from "../loop/error-text.ts";
import { baseName, parentDirectory } from "../prompt/path-text.ts";
import type { Skill, SkillDiagnostic } from "./skill.ts";
import { validateSkill } from "./validate-skill.ts";

export interface ParsedSkill {
  /** Absent where the file is no skill, or one that cannot be loaded: then `diagnostics` says why. */
  readonly skill?: Skill;
  readonly diagnostics: SkillDiagnostic[];
}

/** Reads a `SKILL.md`, or any other Markdown file that says it is a skill by having a description. */
export async function parseSkill(content: string, filePath: string): Promise<ParsedSkill> {
  const isSkillFile = baseName(filePath) === "SKILL.md";
  const failed = (message: string): ParsedSkill => ({ diagnostics: [{ type: "error", message, path: filePath }] });
  try {
    const { frontmatter } = await readFrontmatter(content);
    const description = textOf(frontmatter.description);
    if (description === "") return isSkillFile ? failed("The skill has no description.") : { diagnostics: [] };
    const skill: Skill = {
      name: textOf(frontmatter.name) || defaultName(filePath, isSkillFile),
      description,
      filePath,
      baseDir: parentDirectory(filePath),
      disableModelInvocation: frontmatter["disable-model-invocation"] === true,
    };
    return { skill, diagnostics: validateSkill({ ...skill, compatibility: frontmatter.compatibility }, filePath) };
  } catch (error) {
    return isSkillFile ? failed(errorText(error)) : { diagnostics: [] };
  }
}

function defaultName(filePath: string, isSkillFile: boolean): string {
  return isSkillFile ? baseName(parentDirectory(filePath)) : baseName(filePath).replace(/\.md$/i, "");
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
