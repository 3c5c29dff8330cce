export { builtInCatalogue } from "./built-in-catalogue.ts";
export type { Catalogue } from "./catalogue.ts";
export type { ProviderConfig, ProviderModelConfig } from "./compose-provider.ts";
export { FallbackChain, type FallbackStep, type RateLimit } from "./fallback-chain.ts";
export { findInitialModel, type InitialModel, type InitialModelSources } from "./initial-model.ts";
export { type FoundServer, isOffline, type ProbeOptions, probeLocalServers } from "./local-servers.ts";
export { ModelError, type ModelErrorCode } from "./model-error.ts";
export {
  findExactModelReferenceMatch,
  isThinkingLevel,
  type ModelReferenceRequest,
  type ModelReferenceResult,
  type ModelReferenceTarget,
  modelName,
  resolveModelReference,
} from "./model-reference.ts";
export { ModelRegistry, type ModelRegistryOptions, type ResolvedRequestAuth } from "./model-registry.ts";
export { withLevel } from "./model-request.ts";
export { type ModelRole, type RoleSources, resolveRole } from "./model-role.ts";
export { type ModelScope, type ModelScopeDiagnostic, resolveModelScope, type ScopedModel } from "./model-scope.ts";
export { modelsSchema } from "./models-schema.ts";
export { type ModelRequest, type RequestedModel, resolveRequestedModel } from "./requested-model.ts";
export {
  createVirtualModel,
  isVirtualModel,
  type ModelRoute,
  type ModelRouteReason,
  type ModelRouteRequest,
  type RoutedModel,
  VIRTUAL_MODEL_API,
  type VirtualModelDefinition,
} from "./virtual-model.ts";
