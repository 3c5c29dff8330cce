import {
  buildSystemPromptSections,
  type ContextFile,
  type FileReadTool,
  renderSystemPrompt,
  type Skill,
} from "@tau/agent";
import { GUIDELINES, ROLE } from "./text.ts";

export interface SystemPromptInput {
  readonly cwd: string;
  /** The available tools, with their contributions to the prompt. */
  readonly tools: readonly {
    readonly name: string;
    readonly snippet?: string | undefined;
    readonly guidelines?: readonly string[] | undefined;
  }[];
  /** Replaces our description of the model's role and our rules; everything else still follows. */
  readonly customPrompt?: string | undefined;
  readonly append?: string | undefined;
  readonly contextFiles?: readonly ContextFile[];
  readonly skills?: readonly Skill[];
  /** Facts about the environment, as of the opening of the session. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Builds the system prompt of a coding session. It stays the same during the session, so that a prompt cache works from
 * the first byte.
 */
export function buildSystemPrompt({
  cwd,
  tools,
  customPrompt,
  append,
  contextFiles,
  skills,
  environment,
}: SystemPromptInput): string {
  const snippets = tools.flatMap(({ name, snippet }) => (snippet ? [[name, snippet] as const] : []));
  const names = tools.map(({ name }) => name);
  const fileReadTool = readerAmong(names);
  const ours = customPrompt === undefined ? guidelinesFor(names) : [];
  return renderSystemPrompt(
    buildSystemPromptSections({
      preamble: customPrompt ?? ROLE,
      toolSnippets: Object.fromEntries(snippets),
      guidelines: [...ours, ...tools.flatMap(({ guidelines }) => guidelines ?? [])],
      ...(append === undefined ? {} : { append }),
      ...(contextFiles ? { contextFiles } : {}),
      ...(skills && fileReadTool ? { skills, fileReadTool } : {}),
      environment: { "working directory": cwd, ...environment },
    }),
  );
}

/** Returns the tool that can read files. Skills are files, so listing them is useless without such a tool. */
function readerAmong(offered: readonly string[]): FileReadTool | undefined {
  if (offered.includes("read")) return "read";
  if (offered.includes("bash")) return "bash";
  return offered.includes("powershell") ? "indirect" : undefined;
}

function guidelinesFor(offered: readonly string[]): string[] {
  return GUIDELINES.filter(({ needs }) => needs.every((name) => offered.includes(name))).map(({ text }) => text);
}
