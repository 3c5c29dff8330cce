import { type FileReadTool, formatSkillsForPrompt } from "../skills/format-skills.ts";
import type { Skill } from "../skills/skill.ts";
import type { SystemPromptSections } from "./sections.ts";
import { escapeXml } from "./xml.ts";

/** A file of the project with instructions for the model. */
export interface ContextFile {
  readonly path: string;
  readonly content: string;
}

/** The parts of a prompt. All but the preamble are optional. */
export interface SystemPromptParts {
  readonly preamble: string;
  /** One line for each tool, by name. */
  readonly toolSnippets?: Readonly<Record<string, string>>;
  /** Rules; duplicates are removed. */
  readonly guidelines?: readonly string[];
  /** The user's own instructions, placed after the rules. */
  readonly append?: string;
  readonly contextFiles?: readonly ContextFile[];
  readonly skills?: readonly Skill[];
  readonly fileReadTool?: FileReadTool;
  /** Facts such as the working directory and the date, by label. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Further sections, by tag. */
  readonly sections?: Readonly<Record<string, string>>;
}

/** Orders the parts: the ones that change least come first, so that a cached prefix stays valid longest. */
export function buildSystemPromptSections(parts: SystemPromptParts): SystemPromptSections {
  const sections: SystemPromptSections = {
    preamble: parts.preamble,
    tools: listEntries(parts.toolSnippets),
    guidelines: [...new Set(parts.guidelines)].map((rule) => `- ${rule}`).join("\n"),
    instructions: parts.append ?? "",
    project_context: (parts.contextFiles ?? []).map(formatContextFile).join("\n\n"),
    skills: formatSkillsForPrompt(parts.skills ?? [], parts.fileReadTool),
    ...parts.sections,
    environment: listEntries(parts.environment),
  };
  return Object.fromEntries(Object.entries(sections).filter(([, text]) => text.trim() !== ""));
}

function listEntries(entries: Readonly<Record<string, string>> = {}): string {
  return Object.entries(entries)
    .map(([name, text]) => `- ${name}: ${text}`)
    .join("\n");
}

function formatContextFile({ path, content }: ContextFile): string {
  return `<file path="${escapeXml(path)}">\n${content.trim()}\n</file>`;
}
