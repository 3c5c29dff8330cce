export type { ResourceType } from "./configured-paths.ts";
export * from "./discovery/index.ts";
export { loadContextFiles, loadProjectContextFiles } from "./items/context-file.ts";
export { extensionEntries, isPackageFolder, readManifest } from "./items/extension-entries.ts";
export type { PromptTemplate } from "./items/prompt-template.ts";
export type { Skill } from "./items/skill.ts";
export { loadTheme, themeSchema } from "./items/theme-file.ts";
export {
  type LoadSkillsFromDirOptions,
  type LoadSkillsOptions,
  type LoadSkillsResult,
  loadSkills,
  loadSkillsFromDir,
} from "./load-skills.ts";
export { findProtectedResources, hasProtectedResources, LSP_FILES } from "./protected-resources.ts";
export {
  createResourceRegistries,
  extensionName,
} from "./resource-kinds.ts";
export {
  type PackagedPaths,
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
} from "./source-info.ts";
