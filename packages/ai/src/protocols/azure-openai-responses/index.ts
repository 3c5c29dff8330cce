import { authHeaders } from "../../auth/auth-headers.ts";
import { keyVariable, requestKey } from "../../auth/request-key.ts";
import type { Context } from "../../contract/context.ts";
import type { Model } from "../../contract/model.ts";
import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { type AzureEndpointOptions, azureEndpoint } from "../../providers/azure-endpoint.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { createResponsesStreams } from "../openai-responses/background.ts";
import { ResponseEventDecoder } from "../openai-responses/decode.ts";
import { buildBody, fromSimple, type OpenAIResponsesOptions } from "../openai-responses/request.ts";
import type { Protocol } from "../protocol.ts";

export type AzureOpenAIResponsesOptions = OpenAIResponsesOptions & AzureEndpointOptions;

/** The Responses API on the user's own Azure resource. */
const protocol: Protocol<"azure-openai-responses", AzureOpenAIResponsesOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new ResponseEventDecoder(assembler, target),
  fromSimple,
};

export const { stream, streamSimple, fetchDeferred, cancelDeferred } = createResponsesStreams(protocol, storedResponse);

function buildRequest(model: Model, context: Context, options: AzureOpenAIResponsesOptions): HttpRequest {
  const { deployment } = azureEndpoint(model, options);
  // Azure has no option for longer retention.
  const { prompt_cache_retention: _retention, ...body } = buildBody(model, context, options);
  return {
    ...address(model, "/responses", options),
    body: { ...body, model: deployment },
    keyVariable: keyVariable(model, options),
  };
}

function storedResponse(model: Model, path: string, options: AzureEndpointOptions): HttpRequest {
  return address(model, `/responses/${path}`, options);
}

function address(model: Model, path: string, options: AzureEndpointOptions): HttpRequest {
  const { baseUrl, apiVersion } = azureEndpoint(model, options);
  return {
    url: endpointUrl(baseUrl, `${path}?api-version=${encodeURIComponent(apiVersion)}`, options.env),
    headers: authHeaders(model, requestKey(model, options), "api-key"),
  };
}
