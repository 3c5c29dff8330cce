import { AiError } from "../ai-error.ts";
import type { Context } from "../contract/context.ts";
import type { AssistantMessage } from "../contract/messages.ts";
import type { Api, Model } from "../contract/model.ts";
import type { ProviderStreamOptions, SimpleStreamOptions } from "../contract/options.ts";
import type { AssistantMessageEventStream } from "../stream/assistant-message-event-stream.ts";
import { getApiProvider, type RegisteredApiProvider } from "./api-registry.ts";

/** Streams an answer, with options of the model's protocol. Throws only if no protocol is registered for the model. */
export function stream<TApi extends Api>(
  model: Model<TApi>,
  context: Context,
  options?: ProviderStreamOptions,
): AssistantMessageEventStream {
  return providerOf(model).stream(model, context, options);
}

/** Streams an answer, with options that have the same meaning in every protocol. */
export function streamSimple<TApi extends Api>(
  model: Model<TApi>,
  context: Context,
  options?: SimpleStreamOptions,
): AssistantMessageEventStream {
  return providerOf(model).streamSimple(model, context, options);
}

export function complete<TApi extends Api>(
  model: Model<TApi>,
  context: Context,
  options?: ProviderStreamOptions,
): Promise<AssistantMessage> {
  return stream(model, context, options).result();
}

export function completeSimple<TApi extends Api>(
  model: Model<TApi>,
  context: Context,
  options?: SimpleStreamOptions,
): Promise<AssistantMessage> {
  return streamSimple(model, context, options).result();
}

function providerOf(model: Model): RegisteredApiProvider {
  const provider = getApiProvider(model.api);
  if (!provider) throw new AiError(`No API provider registered for api: ${model.api}`, { code: "unknown-api" });
  return provider;
}
