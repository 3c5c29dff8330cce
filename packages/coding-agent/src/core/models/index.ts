export { builtInCatalogue } from "./built-in-catalogue.ts";
export type { Catalogue } from "./catalogue.ts";
export { findInitialModel, initialThinkingLevel } from "./choice/initial-model.ts";
export { probeLocalServers } from "./choice/local-servers.ts";
export { resolveModelReference } from "./choice/model-reference.ts";
export { resolveRole, roleOverrides } from "./choice/model-role.ts";
export {
  type ModelScope,
  type ModelScopeDiagnostic,
  resolveModelScope,
  type ScopedModel,
} from "./choice/model-scope.ts";
export { modelOutsideCatalogue, resolveRequestedModel } from "./choice/requested-model.ts";
export { modelName } from "./model-name.ts";
export { ModelRegistry } from "./model-registry.ts";
export { modelsSchema } from "./models-schema.ts";
export type { ProviderConfig, ProviderModelConfig } from "./providers/compose-provider.ts";
export type { NativeProvider } from "./providers/native-providers.ts";
export { withLevel } from "./requests/model-request.ts";
export { isThinkingLevel } from "./thinking-level.ts";
export { FallbackChain, type FallbackStep } from "./virtual/fallback-chain.ts";
export {
  isVirtualModel,
  type ModelRoute,
  type ModelRouteReason,
  type ModelRouteRequest,
  type RoutedModel,
  type VirtualModelDefinition,
} from "./virtual/virtual-model.ts";
