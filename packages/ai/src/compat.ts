/** The names that extensions and programs written for the older, global interface import, on the same machinery. */
export { type Static, type TSchema, Type } from "typebox";
export * from "./compat/diagnostics.ts";
export * from "./compat/identity.ts";
export * from "./compat/older-names.ts";
export * from "./compat/protocol-functions.ts";
export { parseJsonWithRepair, repairJson } from "./compat/repair-json.ts";
export * from "./compat/session-resources.ts";
export * from "./compat/streaming-json.ts";
export * from "./compat/transcript.ts";
export * from "./compat/transcript-tools.ts";
export { validateToolArguments, validateToolCall } from "./compat/validate-tool-call.ts";
export * from "./images/index.ts";
export * from "./index.ts";
export * from "./oauth.ts";
export type {
  AnthropicEffort,
  AnthropicOptions,
  AnthropicThinkingDisplay,
} from "./protocols/anthropic-messages/request.ts";
export type { AzureOpenAIResponsesOptions } from "./protocols/azure-openai-responses/index.ts";
export type { BedrockOptions } from "./protocols/bedrock-converse-stream/request.ts";
export type { GoogleOptions } from "./protocols/google-generative-ai/request.ts";
export type { GoogleVertexOptions } from "./protocols/google-vertex/request.ts";
export type { MistralOptions } from "./protocols/mistral-conversations/request.ts";
export type { OpenAICodexResponsesOptions } from "./protocols/openai-codex-responses/request.ts";
export type { OpenAICompletionsOptions } from "./protocols/openai-completions/request.ts";
export type { OpenAIResponsesOptions } from "./protocols/openai-responses/request.ts";
