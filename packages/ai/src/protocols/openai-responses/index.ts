import { authHeaders } from "../../auth/auth-headers.ts";
import { requestKey } from "../../auth/request-key.ts";
import type { Model } from "../../contract/model.ts";
import type { ProviderRequestOptions } from "../../contract/options.ts";
import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import type { Protocol } from "../protocol.ts";
import { createResponsesStreams } from "./background.ts";
import { ResponseEventDecoder } from "./decode.ts";
import { buildRequest, fromSimple, type OpenAIResponsesOptions } from "./request.ts";

const protocol: Protocol<"openai-responses", OpenAIResponsesOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new ResponseEventDecoder(assembler, target),
  fromSimple,
};

export const { stream, streamSimple, fetchDeferred, cancelDeferred } = createResponsesStreams(protocol, storedResponse);

function storedResponse(model: Model, path: string, options: ProviderRequestOptions): HttpRequest {
  return {
    url: endpointUrl(model.baseUrl, `/responses/${path}`, options.env),
    headers: authHeaders(model, requestKey(model, options), "bearer"),
  };
}
