import { ServerSentEvents } from "../../framing/server-sent-events.ts";
import { answerRoom } from "../../models/answer-room.ts";
import { effortOption } from "../../models/thinking-effort.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { ChunkDecoder } from "./decode.ts";
import { buildRequest, type OpenAICompletionsOptions } from "./request.ts";

/** Chat Completions of OpenAI and of compatible servers. */
const protocol: Protocol<"openai-completions", OpenAICompletionsOptions, { event: string; data: string }> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new ChunkDecoder(assembler, target),
  fromSimple: (model, context, { reasoning, ...options }) => ({
    ...options,
    maxTokens: answerRoom(model, context, options.maxTokens),
    ...effortOption(model, reasoning),
  }),
};

export const { stream, streamSimple } = createProtocolStreams(protocol);
