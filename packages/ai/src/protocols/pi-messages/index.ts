import { authHeaders } from "../../auth/auth-headers.ts";
import { keyVariable, requestKey } from "../../auth/request-key.ts";
import type { Context } from "../../contract/context.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/options.ts";
import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { endpointUrl } from "../../transport/endpoint-url.ts";
import type { HttpRequest } from "../../transport/send.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { PiMessagesDecoder } from "./decode.ts";

export interface PiMessagesOptions extends StreamOptions {
  reasoning?: ThinkingLevel;
  toolChoice?: "auto" | "none" | "required" | { type: "function"; function: { name: string } };
  /** Asks the gateway to explain its choice of model. */
  debug?: boolean;
}

/** A gateway that uses our own messages and events: it receives model, context and options, and sends events. */
const protocol: Protocol<"pi-messages", PiMessagesOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new PiMessagesDecoder(assembler, target),
  fromSimple: (_model, _context, options) => options,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);

function buildRequest(model: Model, context: Context, options: PiMessagesOptions): HttpRequest {
  return {
    url: endpointUrl(model.baseUrl, options.debug ? "/messages?debug=1" : "/messages", options.env),
    headers: authHeaders(model, requestKey(model, options), "bearer"),
    body: { model: model.id, context, options: portable(options) },
    keyVariable: keyVariable(model, options),
  };
}

/** Returns the options that concern the answer, without those for the transport and the key. */
function portable(options: PiMessagesOptions) {
  const { reasoning, toolChoice, temperature, maxTokens, samplingParams, cacheRetention, sessionId, metadata } =
    options;
  return { reasoning, toolChoice, temperature, maxTokens, samplingParams, cacheRetention, sessionId, metadata };
}
