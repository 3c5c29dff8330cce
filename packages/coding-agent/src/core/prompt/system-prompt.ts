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
  /** The tools that are offered, with what each brings to the prompt. */
  readonly tools: readonly {
    readonly name: string;
    readonly snippet?: string | undefined;
    readonly guidelines?: readonly string[] | undefined;
  }[];
  /** Replaces who the model is told to be and our rules; everything else still follows. */
  readonly customPrompt?: string | undefined;
  readonly append?: string | undefined;
  readonly contextFiles?: readonly ContextFile[];
  readonly skills?: readonly Skill[];
  /** Facts about the surroundings, as they were when the session was opened. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The system prompt of a coding session. Nothing in it changes while the session runs, so that a prompt cache holds from its first byte. */
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

/** A skill is a file: without a tool that opens one, a list of skills is of no use. */
function readerAmong(offered: readonly string[]): FileReadTool | undefined {
  if (offered.includes("read")) return "read";
  if (offered.includes("bash")) return "bash";
  return offered.includes("powershell") ? "indirect" : undefined;
}

function guidelinesFor(offered: readonly string[]): string[] {
  return GUIDELINES.filter(({ needs }) => needs.every((name) => offered.includes(name))).map(({ text }) => text);
}
