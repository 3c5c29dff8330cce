export { AiError, type AiErrorCode, RequestError } from "./ai-error.ts";
export { AMBIENT_CREDENTIALS, findEnvKeys, getEnvApiKey, isKeyRequired, keyVariables } from "./auth/env-keys.ts";
export { findModel, getModel, getModels, getProviders, loadCatalogue, loadProvider } from "./catalogue/catalogue.ts";
export type * from "./contract/index.ts";
export { demoModel } from "./demo/model.ts";
export * from "./faux/index.ts";
export { type ServerSentEvent, ServerSentEvents } from "./framing/server-sent-events.ts";
export { contentText } from "./handover/content-text.ts";
export { type FoldedContext, foldSystemMessages } from "./handover/fold-system-messages.ts";
export { type NormalizeToolCallId, transformMessages } from "./handover/transform-messages.ts";
export { calculateCost, emptyUsage } from "./models/cost.ts";
export { clampThinkingLevel, getSupportedThinkingLevels } from "./models/thinking-levels.ts";
export { getOverflowPatterns, isContextOverflow } from "./overflow.ts";
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
export { lazyApi, lazyStream } from "./registry/lazy-api.ts";
export { complete, completeSimple, stream, streamSimple } from "./registry/stream.ts";
export { assemble } from "./stream/assemble.ts";
export {
  AssistantMessageEventStream,
  createAssistantMessageEventStream,
} from "./stream/assistant-message-event-stream.ts";
export { EventStream } from "./stream/event-stream.ts";
export { IncrementalJson, parseStreamingJson } from "./stream/incremental-json.ts";
export { MessageAssembler, type OpenBlock, type ReportedUsage } from "./stream/message-assembler.ts";
export { parseToolCallArguments } from "./stream/tool-arguments.ts";
export { type HttpAnswer, type HttpRequest, send } from "./transport/send.ts";
export { VERSION } from "./version.ts";
