import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { ResponseEventDecoder } from "./decode.ts";
import { buildRequest, fromSimple, type OpenAIResponsesOptions } from "./request.ts";

const protocol: Protocol<"openai-responses", OpenAIResponsesOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new ResponseEventDecoder(assembler, target),
  fromSimple,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);
