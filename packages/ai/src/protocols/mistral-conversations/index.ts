import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { ChunkDecoder } from "../openai-completions/decode.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { buildRequest, fromSimple, type MistralOptions } from "./request.ts";

/** Mistral's Chat Completions: the same stream, but with thinking as parts of the content and a different request. */
const protocol: Protocol<"mistral-conversations", MistralOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new ChunkDecoder(assembler, target),
  fromSimple,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);
