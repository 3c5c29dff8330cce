import type { PromptTemplate as AgentPromptTemplate } from "@tau/agent";
import { loadTemplatesAt } from "@tau/agent/node";
import type { LoadedItems } from "../discovery/index.ts";
import type { SourceInfo } from "../source-info.ts";
import type { DescribeSource } from "./skill.ts";

/** A prompt from a file, with its source. */
export interface PromptTemplate extends AgentPromptTemplate {
  sourceInfo: SourceInfo;
}

export function loadPromptsAt(
  path: string,
  describe: DescribeSource,
  options: { deep?: boolean } = {},
): LoadedItems<PromptTemplate> {
  const { templates, diagnostics } = loadTemplatesAt(path, options);
  return { items: templates.map((prompt) => ({ ...prompt, sourceInfo: describe(prompt.filePath) })), diagnostics };
}
