import { type AwsEvent, AwsEventStream } from "../../framing/aws-event-stream.ts";
import { answerRoom } from "../../models/answer-room.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { isThinkingRefusal } from "../thinking-refusal.ts";
import { ConverseEventDecoder } from "./decode.ts";
import { type BedrockOptions, buildRequest } from "./request.ts";

const protocol: Protocol<"bedrock-converse-stream", BedrockOptions, AwsEvent> = {
  request: buildRequest,
  framing: () => new AwsEventStream(),
  decoder: (assembler, target) => new ConverseEventDecoder(assembler, target),
  fromSimple: (model, context, options) => ({ ...options, maxTokens: answerRoom(model, context, options.maxTokens) }),
  isThinkingRefusal,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);
