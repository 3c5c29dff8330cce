import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { ResponseEventDecoder } from "../openai-responses/decode.ts";
import { fromSimple } from "../openai-responses/request.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { buildRequest, type OpenAICodexResponsesOptions } from "./request.ts";

const protocol: Protocol<"openai-codex-responses", OpenAICodexResponsesOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new ResponseEventDecoder(assembler, target),
  fromSimple,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);
