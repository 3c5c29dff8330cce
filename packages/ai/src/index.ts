export { AiError, type AiErrorCode, RequestError } from "./ai-error.ts";
export {
  AMBIENT_CREDENTIALS,
  findEnvKeys,
  getEnvApiKey,
  isKeyRequired,
  keyVariables,
} from "./auth/env-keys.ts";
export type * from "./auth/oauth/types.ts";
export { findModel, getModel, getModels, loadCatalogue, loadProvider } from "./catalogue/catalogue.ts";
export { getClassifierModels } from "./catalogue/classifier-models.ts";
export { refreshCatalogue } from "./catalogue/lazy-refresh.ts";
export type { CatalogueCache, CatalogueFile } from "./catalogue/refresh-catalogue.ts";
export {
  cloudflareWorkersAISystemOneApi,
  llamaCppClassifyApi,
  openAIDecisionsApi,
  typesafeSystemOneApi,
} from "./classifiers/index.ts";
export * from "./collection/index.ts";
export { StringEnum } from "./compat/string-enum.ts";
export { uuidv7 } from "./compat/uuid-v7.ts";
export type * from "./contract/index.ts";
export { demoModel } from "./demo/model.ts";
export * from "./faux/index.ts";
export { type ServerSentEvent, ServerSentEvents } from "./framing/server-sent-events.ts";
export { contentText } from "./handover/content-text.ts";
export { type FoldedContext, foldSystemMessages } from "./handover/fold-system-messages.ts";
export { distinctToolCallId } from "./handover/tool-call-id.ts";
export { type NormalizeToolCallId, transformMessages } from "./handover/transform-messages.ts";
export { getModelType, hasApi, isModelType, modelsAreEqual } from "./models/compare-models.ts";
export { calculateCost, emptyUsage } from "./models/cost.ts";
export { clampThinkingLevel, getSupportedThinkingLevels } from "./models/thinking-levels.ts";
export { isContextOverflow, isRecoverableLength } from "./overflow.ts";
export { getOverflowPatterns } from "./overflow-text.ts";
export { ownValue } from "./own-value.ts";
export { getProviderInfo, getProviders, type ProviderInfo } from "./providers/providers.ts";
export {
  type ApiProvider,
  clearApiProviders,
  getApiProvider,
  getApiProviders,
  type RegisteredApiProvider,
  registerApiProvider,
  registerBuiltInApiProviders,
  resetApiProviders,
  unregisterApiProviders,
} from "./registry/api-registry.ts";
export { type LazyApiCapabilities, type LazyStreamObserver, lazyApi, lazyStream } from "./registry/lazy-api.ts";
export { complete, completeSimple, stream, streamSimple } from "./registry/stream.ts";
export { isRetryableAssistantError } from "./retry/is-retryable.ts";
export { type RetryCallbacks, retryAssistantCall } from "./retry/retry-assistant-call.ts";
export {
  DEFAULT_MAX_AGENT_RETRY_DELAY_MS,
  delayBeforeRetry,
  type RetryPolicy,
  retryDelayMs,
} from "./retry/retry-delay.ts";
export {
  cleanupSessionResources,
  registerSessionResourceCleanup,
  type SessionResourceCleanup,
} from "./session/session-resources.ts";
export { assemble } from "./stream/assemble.ts";
export {
  AssistantMessageEventStream,
  createAssistantMessageEventStream,
} from "./stream/assistant-message-event-stream.ts";
export { formatThrownValue } from "./stream/describe-failure.ts";
export { EventStream } from "./stream/event-stream.ts";
export { IncrementalJson, parseStreamingJson } from "./stream/incremental-json.ts";
export { MessageAssembler, type OpenBlock, type ReportedUsage } from "./stream/message-assembler.ts";
export { parseToolCallArguments } from "./stream/tool-arguments.ts";
export { send } from "./transport/lazy-send.ts";
export type { HttpAnswer, HttpRequest } from "./transport/send.ts";
export { LONGEST_TIMER_MS } from "./transport/sleep.ts";
export { VERSION } from "./version.ts";
