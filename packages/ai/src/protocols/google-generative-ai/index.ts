import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { GenerateContentDecoder } from "./decode.ts";
import { buildRequest, fromSimple, type GoogleOptions } from "./request.ts";

const protocol: Protocol<"google-generative-ai", GoogleOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new GenerateContentDecoder(assembler, target),
  fromSimple,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);
