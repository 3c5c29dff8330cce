export type { ResourceType } from "./configured-paths.ts";
export * from "./discovery/index.ts";
export type { AgentDefinition } from "./items/agent-definition.ts";
export { type ContextFile, loadContextFiles, loadProjectContextFiles } from "./items/context-file.ts";
export { extensionEntries, readManifest } from "./items/extension-entries.ts";
export type { McpServer, McpServerConfig } from "./items/mcp-server.ts";
export { loadPromptsAt, type PromptTemplate } from "./items/prompt-template.ts";
export type { Rule, RuleInterruptMode } from "./items/rule.ts";
export type { Skill } from "./items/skill.ts";
export { loadTheme, resolveThemeColor, type ThemeFile, themeSchema } from "./items/theme-file.ts";
export type { McpServers } from "./load-mcp-servers.ts";
export {
  type LoadSkillsFromDirOptions,
  type LoadSkillsOptions,
  type LoadSkillsResult,
  loadSkills,
  loadSkillsFromDir,
} from "./load-skills.ts";
export { findProtectedResources, hasProtectedResources } from "./protected-resources.ts";
export {
  createResourceRegistries,
  type ExtensionPath,
  extensionName,
  type ResourceRegistries,
} from "./resource-kinds.ts";
export {
  type LoadedResources,
  type ProvidedPath,
  type ProvidedPaths,
  ResourceLoader,
  type ResourceLoaderOptions,
} from "./resource-loader.ts";
export { createPathFilter } from "./resource-patterns.ts";
export {
  createSyntheticSourceInfo,
  type ResourceCollision,
  type ResourceDiagnostic,
  type SourceInfo,
  type SourceOrigin,
  type SourceScope,
} from "./source-info.ts";
