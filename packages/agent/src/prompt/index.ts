export { diffSystemPromptSections, renderSystemPrompt, type SystemPromptSections } from "./sections.ts";
export { buildSystemPromptSections, type ContextFile, type SystemPromptParts } from "./system-prompt.ts";
