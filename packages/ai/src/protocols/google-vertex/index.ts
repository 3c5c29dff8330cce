import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { GenerateContentDecoder } from "../google-generative-ai/decode.ts";
import { fromSimple } from "../google-generative-ai/request.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { buildRequest, type GoogleVertexOptions } from "./request.ts";

/** Gemini on Google Cloud: the same format with another URL and another sign-in. */
const protocol: Protocol<"google-vertex", GoogleVertexOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new GenerateContentDecoder(assembler, target),
  fromSimple,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);
