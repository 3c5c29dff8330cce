import type { KnownApi } from "../contract/model.ts";
import type { ProviderStreams } from "../contract/options.ts";
import { builtInApi, useModuleFor } from "../registry/built-in-apis.ts";

/** Each protocol under the function names of the older interface. */
export const anthropicMessagesApi = () => builtInApi("anthropic-messages");
export const azureOpenAIResponsesApi = () => builtInApi("azure-openai-responses");
export const bedrockConverseStreamApi = () => builtInApi("bedrock-converse-stream");
export const googleGenerativeAIApi = () => builtInApi("google-generative-ai");
export const googleVertexApi = () => builtInApi("google-vertex");
export const mistralConversationsApi = () => builtInApi("mistral-conversations");
export const openAICodexResponsesApi = () => builtInApi("openai-codex-responses");
export const openAICompletionsApi = () => builtInApi("openai-completions");
export const openAIResponsesApi = () => builtInApi("openai-responses");
export const piMessagesApi = () => builtInApi("pi-messages");

export const streamAnthropic = streamOf("anthropic-messages");
export const streamSimpleAnthropic = streamSimpleOf("anthropic-messages");
export const streamAzureOpenAIResponses = streamOf("azure-openai-responses");
export const streamSimpleAzureOpenAIResponses = streamSimpleOf("azure-openai-responses");
export const streamGoogle = streamOf("google-generative-ai");
export const streamSimpleGoogle = streamSimpleOf("google-generative-ai");
export const streamGoogleVertex = streamOf("google-vertex");
export const streamSimpleGoogleVertex = streamSimpleOf("google-vertex");
export const streamMistral = streamOf("mistral-conversations");
export const streamSimpleMistral = streamSimpleOf("mistral-conversations");
export const streamOpenAICodexResponses = streamOf("openai-codex-responses");
export const streamSimpleOpenAICodexResponses = streamSimpleOf("openai-codex-responses");
export const streamOpenAICompletions = streamOf("openai-completions");
export const streamSimpleOpenAICompletions = streamSimpleOf("openai-completions");
export const streamOpenAIResponses = streamOf("openai-responses");
export const streamSimpleOpenAIResponses = streamSimpleOf("openai-responses");

/** Uses a module the host has already loaded for Bedrock, for bundles that cannot import it. `undefined` takes it back. */
export function setBedrockProviderModule(module: ProviderStreams | undefined): void {
  useModuleFor("bedrock-converse-stream", module);
}

function streamOf(api: KnownApi): ProviderStreams["stream"] {
  return (model, context, options) => builtInApi(api).stream(model, context, options);
}

function streamSimpleOf(api: KnownApi): ProviderStreams["streamSimple"] {
  return (model, context, options) => builtInApi(api).streamSimple(model, context, options);
}
