export {
  type LoadSkillsFromDirOptions,
  type LoadSkillsOptions,
  type LoadSkillsResult,
  loadSkills,
  loadSkillsFromDir,
} from "../../core/resources/index.ts";
export { VIRTUAL_MODEL_STATE_ENTRY } from "../../core/session/model/model-router.ts";
export { AgentSession } from "./agent-session.ts";
export type { AgentSessionConfig, ModelMutationOptions, SdkExtensionBindings } from "./agent-session-options.ts";
export { AgentSessionRuntime, type SwitchSessionOptions } from "./agent-session-runtime.ts";
export {
  type AgentSessionRuntimeDiagnostic,
  type AgentSessionServices,
  type CreateAgentSessionFromServicesOptions,
  type CreateAgentSessionRuntimeFactory,
  type CreateAgentSessionRuntimeResult,
  type CreateAgentSessionServicesOptions,
  createAgentSessionFromServices,
  createAgentSessionServices,
} from "./agent-session-services.ts";
export type { BugReportOptions } from "./bug-report.ts";
export type { CacheWarmingDecision, CacheWarmingStatus } from "./cache-warming-status.ts";
export {
  type CreateAgentSessionOptions,
  type CreateAgentSessionResult,
  createAgentSession,
} from "./create-agent-session.ts";
export { createAgentSessionRuntime } from "./create-agent-session-runtime.ts";
export {
  DefaultResourceLoader,
  type DefaultResourceLoaderOptions,
  type ResourceExtensionPaths,
  type ResourceLoader,
  type ResourceLoaderReloadOptions,
} from "./default-resource-loader.ts";
export { type EditDiffResult, generateDiffString, generateUnifiedPatch } from "./diff-strings.ts";
export { discoverAndLoadExtensions } from "./discover-extensions.ts";
export type { LoginOptions } from "./login.ts";
export { ModelRegistry } from "./model-registry.ts";
export { type CreateModelRuntimeOptions, ModelRuntime } from "./model-runtime.ts";
export type {
  CacheWarmingMode,
  CompactionModelOverride,
  CompactionSettings,
  DefaultProjectTrust,
  FullscreenExitOutput,
  ImageSettings,
  ModelInfo,
  ModelRuntimeAuthOverrides,
  PackageManager,
  ProgressCallback,
  QuietStartup,
  RetrySettings,
  VirtualModelDefinition,
  VirtualModelStateData,
} from "./named-types.ts";
export {
  convertToPng,
  detectSupportedImageMimeTypeFromFile,
  formatDimensionNote,
  type ResizedImage,
  resizeImage,
} from "./resize-image.ts";
export type { ResolveModelOptions } from "./resolve-model.ts";
export {
  type ResolveCliModelOptions,
  type ResolveCliModelResult,
  resolveCliModel,
  resolveModelScopeWithDiagnostics,
} from "./resolve-models.ts";
export {
  CredentialSynchronizationError,
  type CredentialSynchronizationOperation,
  readStoredCredential,
} from "./stored-credential.ts";
