import { GUIDELINES, ROLE } from "./text.ts";

export interface SystemPromptInput {
  readonly cwd: string;
  /** The tools that are offered, with the line that introduces each. */
  readonly tools: readonly { readonly name: string; readonly snippet?: string }[];
  /** Replaces who the model is told to be; tools, context and folder still follow. */
  readonly customPrompt?: string;
  readonly guidelines?: readonly string[];
  readonly appendix?: string;
  readonly contextFiles?: readonly { readonly path: string; readonly content: string }[];
  /** The list of skills, already formatted. */
  readonly skills?: string;
}

/**
 * Puts the system prompt together. What changes least comes first and nothing in it changes within a session, so that a vendor's
 * prompt cache holds from the first byte.
 */
export function buildSystemPrompt(input: SystemPromptInput): string {
  const sections = [
    input.customPrompt ?? ROLE,
    toolSection(input.tools),
    input.customPrompt === undefined
      ? bullets("Guidelines", [...guidelinesFor(input), ...(input.guidelines ?? [])])
      : "",
    input.appendix ?? "",
    contextSection(input.contextFiles ?? []),
    input.skills ?? "",
    `Working directory: ${input.cwd}`,
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}

function toolSection(tools: SystemPromptInput["tools"]): string {
  return bullets(
    "Tools",
    tools.flatMap(({ name, snippet }) => (snippet ? [`${name}: ${snippet}`] : [])),
  );
}

function guidelinesFor({ tools }: SystemPromptInput): string[] {
  const offered = new Set(tools.map((tool) => tool.name));
  return GUIDELINES.filter(({ needs }) => needs.every((name) => offered.has(name))).map(({ text }) => text);
}

function contextSection(files: readonly { path: string; content: string }[]): string {
  if (files.length === 0) return "";
  const blocks = files.map(({ path, content }) => `<file path="${path}">\n${content.trim()}\n</file>`);
  return `<project_context>\nInstructions for this project. Follow them.\n\n${blocks.join("\n\n")}\n</project_context>`;
}

function bullets(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}:\n${lines.map((line) => `- ${line}`).join("\n")}`;
}
