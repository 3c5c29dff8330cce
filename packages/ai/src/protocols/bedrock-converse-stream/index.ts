import type { Context } from "../../contract/context.ts";
import type { Model } from "../../contract/model.ts";
import type { SimpleStreamOptions } from "../../contract/options.ts";
import { type AwsEvent, AwsEventStream } from "../../framing/aws-event-stream.ts";
import { answerRoom } from "../../models/answer-room.ts";
import { roomWithThinking } from "../../models/thinking-budgets.ts";
import { clampThinkingLevel } from "../../models/thinking-levels.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { isThinkingRefusal } from "../thinking-refusal.ts";
import { ConverseEventDecoder } from "./decode.ts";
import { isClaude } from "./messages.ts";
import { type BedrockOptions, buildRequest } from "./request.ts";
import { thinksAdaptively } from "./thinking.ts";

const protocol: Protocol<"bedrock-converse-stream", BedrockOptions, AwsEvent> = {
  request: buildRequest,
  framing: () => new AwsEventStream(),
  decoder: (assembler, target) => new ConverseEventDecoder(assembler, target),
  fromSimple,
  isThinkingRefusal,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);

function fromSimple(model: Model, context: Context, options: SimpleStreamOptions): BedrockOptions {
  const level = options.reasoning ? clampThinkingLevel(model, options.reasoning) : "off";
  const hasBudget = level !== "off" && isClaude(model) && !thinksAdaptively(model);
  const maxTokens = hasBudget
    ? roomWithThinking(model, context, level, options)
    : answerRoom(model, context, options.maxTokens);
  return { ...options, maxTokens };
}
