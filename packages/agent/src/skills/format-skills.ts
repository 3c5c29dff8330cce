import { escapeXml } from "../prompt/xml.ts";
import type { Skill } from "./skill.ts";

/** How the model reads a file; `indirect` if another tool wraps the reader. */
export type FileReadTool = "read" | "bash" | "indirect";

const HOW_TO_READ: Readonly<Record<FileReadTool, string>> = {
  read: "open its file with the read tool",
  bash: "print its file with bash",
  indirect: "read its file",
};

/**
 * Returns the list of skills for the system prompt: name, description and location of each, without the instructions. Empty if there are
 * none.
 */
export function formatSkillsForPrompt(skills: readonly Skill[], fileReadTool: FileReadTool = "read"): string {
  const offered = skills.filter((skill) => !skill.disableModelInvocation);
  if (offered.length === 0) return "";
  return [
    `Each skill below holds instructions for one kind of task. When a task fits a description, ${HOW_TO_READ[fileReadTool]} before you start, and follow it. Relative paths in a skill start from its own directory.`,
    "<available_skills>",
    ...offered.map(formatSkill),
    "</available_skills>",
  ].join("\n");
}

function formatSkill({ name, description, filePath }: Skill): string {
  return [
    "  <skill>",
    `    <name>${escapeXml(name)}</name>`,
    `    <description>${escapeXml(description)}</description>`,
    `    <location>${escapeXml(filePath)}</location>`,
    "  </skill>",
  ].join("\n");
}
