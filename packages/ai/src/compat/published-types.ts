/** The names of our types in the published interface, and the few types that exist only there. Nothing here exists at run time. */
import type { AuthEvent, AuthInteraction } from "../collection/auth-types.ts";
import type { ModelsRequestTransforms, RefreshModelsContext } from "../collection/types.ts";
import type { ClassifierOptions } from "../contract/classifier.ts";
import type { DeferredCancelOptions, DeferredFetchOptions } from "../contract/deferred.ts";
import type { AssistantImages, ImagesContext, ImagesFunction, ImagesOptions } from "../contract/images.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Api, Model, ThinkingLevel } from "../contract/model.ts";
import type { ProviderStreams, SimpleStreamOptions, StreamOptions } from "../contract/options.ts";
import type { ConstrainedSampling } from "../contract/tool.ts";
import type { AnthropicOptions, AnthropicThinkingDisplay } from "../protocols/anthropic-messages/request.ts";
import type { AzureOpenAIResponsesOptions } from "../protocols/azure-openai-responses/index.ts";
import type { BedrockOptions } from "../protocols/bedrock-converse-stream/request.ts";
import type { GoogleOptions } from "../protocols/google-generative-ai/request.ts";
import type { GoogleVertexOptions } from "../protocols/google-vertex/request.ts";
import type { MistralOptions } from "../protocols/mistral-conversations/request.ts";
import type { OpenAICodexResponsesOptions } from "../protocols/openai-codex-responses/request.ts";
import type { OpenAICompletionsCompat } from "../protocols/openai-completions/compat.ts";
import type { OpenAICompletionsOptions } from "../protocols/openai-completions/request.ts";
import type { OpenAIResponsesOptions } from "../protocols/openai-responses/request.ts";
import type { PiMessagesOptions } from "../protocols/pi-messages/index.ts";

export type { AnthropicAllowedFallbackModel, AnthropicMessagesCompat } from "../protocols/anthropic-messages/compat.ts";
export type { AnthropicEffort } from "../protocols/anthropic-messages/request.ts";
export type { ChatTemplateValue as ChatTemplateKwargValue } from "../protocols/openai-completions/thinking.ts";
export type { OpenAIResponsesCompat } from "../protocols/openai-responses/compat.ts";
export type { PiMessagesEvent, PiMessagesRewriteImpact } from "../protocols/pi-messages/wire.ts";
export type { SessionAffinityFormat } from "../protocols/session-affinity.ts";
export type {
  AnthropicOptions,
  AnthropicThinkingDisplay,
  AzureOpenAIResponsesOptions,
  BedrockOptions,
  GoogleOptions,
  GoogleVertexOptions,
  MistralOptions,
  OpenAICodexResponsesOptions,
  OpenAICompletionsCompat,
  OpenAICompletionsOptions,
  OpenAIResponsesOptions,
  PiMessagesOptions,
};

/** The options of each protocol. */
export interface ApiOptionsMap {
  "anthropic-messages": AnthropicOptions;
  "azure-openai-responses": AzureOpenAIResponsesOptions;
  "bedrock-converse-stream": BedrockOptions;
  "google-generative-ai": GoogleOptions;
  "google-vertex": GoogleVertexOptions;
  "mistral-conversations": MistralOptions;
  "openai-codex-responses": OpenAICodexResponsesOptions;
  "openai-completions": OpenAICompletionsOptions;
  "openai-responses": OpenAIResponsesOptions;
  "pi-messages": PiMessagesOptions;
}
export type ApiStreamOptions<TApi extends Api> = TApi extends keyof ApiOptionsMap
  ? ApiOptionsMap[TApi]
  : StreamOptions & Record<string, unknown>;
export type ApiStreamFunction = ProviderStreams["stream"];
export type ApiStreamSimpleFunction = ProviderStreams["streamSimple"];

export type ModelsApiStreamOptions<TApi extends Api> = ApiStreamOptions<TApi> & ModelsRequestTransforms;
export type ModelsSimpleStreamOptions = SimpleStreamOptions & ModelsRequestTransforms;
export type ModelsDeferredFetchOptions = DeferredFetchOptions & ModelsRequestTransforms;
export type ModelsDeferredCancelOptions = DeferredCancelOptions & ModelsRequestTransforms;
export type ModelsImagesOptions = ImagesOptions & ModelsRequestTransforms;
export type ModelsClassifierOptions = ClassifierOptions & ModelsRequestTransforms;
export type ModelsPublication = Parameters<RefreshModelsContext["publish"]>[0];
export interface ModelsStoreOperationOptions {
  signal?: AbortSignal;
}

export type BuiltinProvider = string;
export type BuiltinImageProvider = string;
export type SamplingParamsByThinkingLevel = NonNullable<Model["samplingParamsByThinkingLevel"]>;

export type KnownImageApi = "openrouter-images";
export type ImagesInputContent = ImagesContext["input"][number];
export type ImagesOutputContent = AssistantImages["output"][number];
export type ImagesStopReason = AssistantImages["stopReason"];
export type ImagesApiFunction = ImagesFunction;
export type ProviderImagesOptions = ImagesOptions & Record<string, unknown>;

export type BedrockThinkingDisplay = AnthropicThinkingDisplay;
export interface BedrockCompat {
  supportsStrictMode?: boolean;
}
export interface MistralConversationsCompat {
  supportsStrictMode?: boolean;
}
export type OpenRouterRouting = NonNullable<OpenAICompletionsCompat["openRouterRouting"]>;
export type VercelGatewayRouting = NonNullable<OpenAICompletionsCompat["vercelGatewayRouting"]>;
export type ThinkingTokenBudgetField = NonNullable<OpenAICompletionsCompat["thinkingTokenBudgetField"]>;
export type GoogleApiThinkingLevel = "THINKING_LEVEL_UNSPECIFIED" | "MINIMAL" | "LOW" | "MEDIUM" | "HIGH";
export type ResolvedGoogleThinkingLevel = Exclude<ThinkingLevel, "xhigh" | "max">;

export type ConstrainedSamplingConfig = ConstrainedSampling;
export type GrammarVariants = Extract<ConstrainedSampling, { type: "grammar" }>["variants"];
export type GrammarFormat = keyof GrammarVariants;
export interface ToolReference {
  name: string;
}
export type TextSignatureV1 = { v: 1; id: string; phase?: "commentary" | "final_answer" };

/** The type of a value after a round trip through JSON. */
export type JsonRepresentation<T> = unknown extends T
  ? JsonValue
  : [T] extends [JsonValue]
    ? T
    : T extends object
      ? { [TKey in keyof T]: JsonRepresentation<Exclude<T[TKey], undefined>> }
      : never;

export type AuthInfoLink = NonNullable<Extract<AuthEvent, { type: "info" }>["links"]>[number];
export type ProviderAuthInteraction = AuthInteraction & { signal: AbortSignal };
/** Information about the application for a sign-in. */
export interface LoginOptions {
  getDeviceId?: () => string;
  agentName?: string;
}
/** Older names of the ids of sign-in providers. */
export type OAuthProviderId = string;
export type OAuthProvider = OAuthProviderId;
