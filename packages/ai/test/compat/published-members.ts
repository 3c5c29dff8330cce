import type * as ours from "../../src/compat.ts";

/** The members of the published interfaces that programs call or fill in; the compiler is the test. */
type Has<T, TMember extends keyof T> = TMember;

export type PublishedMembers = [
  Has<
    ours.Models,
    | "cancelDeferred"
    | "checkAuth"
    | "classify"
    | "complete"
    | "completeSimple"
    | "fetchDeferred"
    | "generateImages"
    | "getAllAvailable"
    | "getAllModels"
    | "getAuth"
    | "getAvailable"
    | "getAvailableOfType"
    | "getModel"
    | "getModelOfType"
    | "getModels"
    | "getModelsOfType"
    | "getProvider"
    | "getProviders"
    | "login"
    | "logout"
    | "refresh"
    | "stream"
    | "streamDeferred"
    | "streamSimple"
  >,
  Has<
    ours.Provider,
    | "auth"
    | "baseUrl"
    | "cancelDeferred"
    | "classify"
    | "fetchDeferred"
    | "filterAllModels"
    | "filterModels"
    | "generateImages"
    | "getAllModels"
    | "getModels"
    | "headers"
    | "id"
    | "name"
    | "refreshModels"
    | "stream"
    | "streamSimple"
  >,
  Has<ours.CreateProviderOptions, "api" | "classifiers" | "fetchModels" | "filterAllModels" | "images" | "models">,
  Has<ours.CreateModelsOptions, "authContext" | "credentials" | "identity" | "modelsStore">,
  Has<
    ours.AssistantMessage,
    | "deferred"
    | "diagnostics"
    | "durationMs"
    | "endTurn"
    | "providerThinkingLevel"
    | "rawStopReason"
    | "responseId"
    | "responseModel"
    | "thinkingLevel"
  >,
  Has<
    ours.ImagesOptions,
    "headers" | "identity" | "maxRetries" | "maxRetryDelayMs" | "metadata" | "onPayload" | "onResponse" | "timeoutMs"
  >,
  Has<ours.SimpleStreamOptions, "deferred" | "identity" | "reasoning" | "thinkingBudgets" | "toolChoice">,
  Has<ours.FauxProviderState, "callCount" | "cancelledDeferred" | "deferredFetchCount">,
];
