export {
  type AgentToolResult,
  type AgentToolUpdateCallback,
  type BranchPreparation,
  type BranchSummaryEntry,
  type BranchSummaryResult,
  buildContextEntries,
  buildSessionContext,
  buildSessionProjection,
  type CollectEntriesResult,
  type CompactionEntry,
  type CompactionResult,
  type ContextEditableContent,
  type ContextEditEntry,
  CURRENT_SESSION_VERSION,
  type CustomEntry,
  type CustomMessageEntry,
  type CutPointResult,
  collectEntriesForBranchSummary,
  DEFAULT_COMPACTION_SETTINGS,
  type FileEntry,
  type FileOperations,
  findTurnStartIndex,
  formatSkillsForPrompt,
  type GenerateBranchSummaryOptions,
  generateSummaryWithUsage,
  getLatestCompactionEntry,
  type ModelChangeEntry,
  migrateSessionEntries,
  type NewSessionOptions,
  type ParsedSkillBlock,
  type ProjectedSessionEntry,
  parseSessionEntries,
  parseSkillBlock,
  prepareBranchEntries,
  type SessionContext,
  type SessionEntry,
  type SessionEntryBase,
  type SessionHeader,
  type SessionInfoEntry,
  type SessionMessageEntry,
  type SessionProjection,
  type SessionTreeNode,
  type SkillFrontmatter,
  sessionEntryToContextMessages,
  type ThinkingLevelChangeEntry,
  type ToolExecutionMode,
} from "@tau/agent";
export type { SessionInfo } from "@tau/agent/node";
export {
  bashTool,
  codingTools,
  editTool,
  findTool,
  grepTool,
  lsTool,
  readOnlyTools,
  readTool,
  writeTool,
} from "./compat/pi/default-tools.ts";
export { ExtensionRunner } from "./compat/pi/extension-runner.ts";
export { createExtensionRuntime, ExtensionRuntime, type LoadExtensionsResult } from "./compat/pi/extension-runtime.ts";
export { parseFrontmatter, stripFrontmatter } from "./compat/pi/frontmatter.ts";
export * from "./compat/pi/index.ts";
export { DefaultPackageManager } from "./compat/pi/package-manager.ts";
export { getDocsPath, getExamplesPath, getPackageDir, getReadmePath } from "./compat/pi/package-paths.ts";
export { SessionManager } from "./compat/pi/session-manager.ts";
export { SettingsManager, type SettingsManagerCreateOptions } from "./compat/pi/settings-manager.ts";
export { getShellConfig } from "./compat/pi/shell-config.ts";
export { AuthStorage } from "./core/auth/index.ts";
export { type ExportOptions, exportSession } from "./core/export/index.ts";
export * from "./core/extensions/index.ts";
export { ContentLengthDecoder, encodeContentLength } from "./core/framing/content-length-decoder.ts";
export { findUnknownType } from "./core/json-schema/find-in-schema.ts";
export type { AppKeybindingId as AppKeybinding } from "./core/keybindings/index.ts";
export type {
  ModelScope as ResolveModelScopeResult,
  ModelScopeDiagnostic,
  ScopedModel,
} from "./core/models/index.ts";
export type {
  PackageInstallFailure,
  PathMetadata,
  ProgressEvent,
  ResolvedPaths,
  ResolvedResource,
} from "./core/packages/index.ts";
export {
  type ConfigLookup,
  type ConfigPlace,
  findAllNearestProjectConfigDirs,
  findConfigFile,
  findConfigFileWithMeta,
  getConfigDirs,
} from "./core/paths/config-places.ts";
export { CONFIG_DIR_NAME, getAgentDir } from "./core/paths/index.ts";
export { getPowerShellConfig } from "./core/process/index.ts";
export { findProjectProgram, foldersUpwards, isBelow, type ProgramPlace } from "./core/process/project-program.ts";
export {
  createSyntheticSourceInfo,
  hasProtectedResources as hasTrustRequiringProjectResources,
  type LoadSkillsFromDirOptions,
  type LoadSkillsOptions,
  type LoadSkillsResult,
  loadProjectContextFiles,
  loadSkills,
  loadSkillsFromDir,
  type PromptTemplate,
  type ResourceCollision,
  type ResourceDiagnostic,
  type Skill,
  type SourceInfo,
} from "./core/resources/index.ts";
export type { PromptDisposition, PromptOptions, QueuedInputDisposition } from "./core/session/input/prompt-intake.ts";
export type { SessionStats } from "./core/session/log/session-stats.ts";
export type { ModelCycleResult } from "./core/session/model/model-choice.ts";
export type { SessionFactory, SessionStart } from "./core/session/replace/session-runtime.ts";
export { AgentSessionError, type SessionErrorCode } from "./core/session/session-error.ts";
export type { AgentSessionEvent, AgentSessionEventListener } from "./core/session/session-event.ts";
export type { InputSource, SessionHooks } from "./core/session/session-hooks.ts";
export { type PackageSource, SettingsStore } from "./core/settings/index.ts";
export type { Theme } from "./core/themes/index.ts";
export * from "./core/tools/index.ts";
export {
  type ProjectTrustDecision,
  ProjectTrustStore,
  type ProjectTrustStoreEntry,
  type ProjectTrustUpdate,
} from "./core/trust/index.ts";
export { findWorkspace, loadWorkspace, openWorkspace, type Workspace } from "./core/workspace/workspace.ts";
export * from "./modes/rpc/index.ts";
export { type JsonAgentSessionEvent, toJsonEvent } from "./modes/wire/json-event.ts";
export { VERSION } from "./version.ts";
