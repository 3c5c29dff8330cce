export { builtInCatalogue } from "./built-in-catalogue.ts";
export type { Catalogue } from "./catalogue.ts";
export type { ProviderConfig, ProviderModelConfig } from "./compose-provider.ts";
export { FallbackChain, type FallbackStep } from "./fallback-chain.ts";
export { findInitialModel, initialThinkingLevel } from "./initial-model.ts";
export { probeLocalServers } from "./local-servers.ts";
export { modelName } from "./model-name.ts";
export { resolveModelReference } from "./model-reference.ts";
export { ModelRegistry } from "./model-registry.ts";
export { withLevel } from "./model-request.ts";
export { resolveRole, roleOverrides } from "./model-role.ts";
export { type ModelScope, type ModelScopeDiagnostic, resolveModelScope, type ScopedModel } from "./model-scope.ts";
export { modelsSchema } from "./models-schema.ts";
export type { NativeProvider } from "./native-providers.ts";
export { modelOutsideCatalogue, resolveRequestedModel } from "./requested-model.ts";
export { isThinkingLevel } from "./thinking-level.ts";
export {
  isVirtualModel,
  type ModelRoute,
  type ModelRouteReason,
  type ModelRouteRequest,
  type RoutedModel,
  type VirtualModelDefinition,
} from "./virtual-model.ts";
