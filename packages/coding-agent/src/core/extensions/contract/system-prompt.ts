import type { Skill } from "../../resources/index.ts";

/** The parts of the system prompt, which extensions may change for a run. */
export interface SystemPromptOptions {
  /** Replaces the introduction that tells the model who it is. */
  customPrompt?: string;
  /** Replaces the whole system prompt. */
  forceSystemPrompt?: string;
  selectedTools: string[];
  hiddenTools: string[];
  /** One line for each tool that has a snippet. */
  toolSnippets: Record<string, string>;
  toolGuidelines: Record<string, string[]>;
  promptGuidelines: string[];
  appendSystemPrompt: string;
  /** Additional sections, each in a tag with its name. */
  sections: Record<string, string>;
  cwd: string;
  contextFiles: { path: string; content: string }[];
  skills: Skill[];
}

export type BuildSystemPromptOptions = Partial<SystemPromptOptions> & Pick<SystemPromptOptions, "cwd">;
export type NormalizedBuildSystemPromptOptions = SystemPromptOptions;
