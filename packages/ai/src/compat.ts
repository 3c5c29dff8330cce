/** The names of the older, global interface for extensions and programs written for it, with the same implementation. */
export { type Static, type TSchema, Type } from "typebox";
/** Listed by name, because they override the asynchronous ones of the main entry. */
export {
  builtinModels,
  builtinProviders,
  getAllBuiltinModels,
  getBuiltinClassifierModel,
  getBuiltinClassifierModels,
  getBuiltinImageModel,
  getBuiltinImageModels,
  getBuiltinModel,
  getBuiltinModelDataGeneratedAt,
  getBuiltinModels,
  getBuiltinProviders,
  getImageModel,
  getImageModels,
  getImageProviders,
  getModel,
  getModels,
} from "./compat/builtin-catalogue.ts";
export * from "./compat/diagnostics.ts";
export * from "./compat/identity.ts";
export * from "./compat/older-names.ts";
export * from "./compat/protocol-functions.ts";
export type * from "./compat/published-types.ts";
export { parseJsonWithRepair, repairJson } from "./compat/repair-json.ts";
export * from "./compat/streaming-json.ts";
export { AI_TELEMETRY_SCHEMA } from "./compat/telemetry-schema.ts";
export * from "./compat/transcript.ts";
export * from "./compat/transcript-tools.ts";
export { validateToolArguments, validateToolCall } from "./compat/validate-tool-call.ts";
export * from "./images/index.ts";
export * from "./index.ts";
export * from "./oauth.ts";
export { closeSockets as closeOpenAICodexWebSocketSessions } from "./protocols/openai-codex-responses/socket-session.ts";
export {
  getOpenAICodexWebSocketDebugStats,
  type OpenAICodexWebSocketDebugStats,
  resetOpenAICodexWebSocketDebugStats,
} from "./protocols/openai-codex-responses/socket-stats.ts";
export { type RadiusProviderOptions, radiusProvider } from "./providers/radius.ts";
