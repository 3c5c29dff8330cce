import type { Skill } from "../../resources/index.ts";

/** What the system prompt is made of, as extensions may change it for a run. */
export interface SystemPromptOptions {
  /** Replaces who the model is told to be. */
  customPrompt?: string;
  /** Replaces everything. */
  forceSystemPrompt?: string;
  selectedTools: string[];
  hiddenTools: string[];
  /** One line for each tool that introduces itself. */
  toolSnippets: Record<string, string>;
  toolGuidelines: Record<string, string[]>;
  promptGuidelines: string[];
  appendSystemPrompt: string;
  /** Further sections, each in a tag of its name. */
  sections: Record<string, string>;
  cwd: string;
  contextFiles: { path: string; content: string }[];
  skills: Skill[];
}

export type BuildSystemPromptOptions = Partial<SystemPromptOptions> & Pick<SystemPromptOptions, "cwd">;
export type NormalizedBuildSystemPromptOptions = SystemPromptOptions;
