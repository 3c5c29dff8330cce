export { defaultProviderAuthContext, envApiKeyAuth } from "./api-key-auth.ts";
export { builtinModels, builtinProvider } from "./builtin-models.ts";
export { createModels } from "./create-models.ts";
export { type CreateProviderOptions, createProvider } from "./create-provider.ts";
export { InMemoryCredentialStore } from "./credential-store.ts";
export { ModelsError, type ModelsErrorCode } from "./models-error.ts";
export { InMemoryModelsStore, type ModelsStore, type ModelsStoreEntry } from "./models-store.ts";
export type * from "./types.ts";
export type { ModelProvider as Provider } from "./types.ts";
