import type { Context } from "../../contract/context.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { SimpleStreamOptions } from "../../contract/options.ts";
import { type ServerSentEvent, ServerSentEvents } from "../../framing/server-sent-events.ts";
import { answerRoom } from "../../models/answer-room.ts";
import { roomWithThinking, thinkingBudget } from "../../models/thinking-budgets.ts";
import { clampThinkingLevel } from "../../models/thinking-levels.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { isThinkingRefusal } from "../thinking-refusal.ts";
import { resolveCompat } from "./compat.ts";
import { MessageEventDecoder } from "./decode.ts";
import { type AnthropicEffort, type AnthropicOptions, buildRequest } from "./request.ts";

const protocol: Protocol<"anthropic-messages", AnthropicOptions, ServerSentEvent> = {
  request: buildRequest,
  framing: () => new ServerSentEvents(),
  decoder: (assembler, target) => new MessageEventDecoder(assembler, target),
  fromSimple,
  isThinkingRefusal,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);

function fromSimple(model: Model, context: Context, simple: SimpleStreamOptions): AnthropicOptions {
  const { reasoning, thinkingBudgets, ...options } = simple;
  const room = answerRoom(model, context, options.maxTokens);
  const level = reasoning ? clampThinkingLevel(model, reasoning) : "off";
  if (level === "off") return { ...options, maxTokens: room, thinkingEnabled: false };
  if (resolveCompat(model).forceAdaptiveThinking)
    return { ...options, maxTokens: room, thinkingEnabled: true, effort: effortOf(model, level) };
  const maxTokens = roomWithThinking(model, context, level, simple);
  const thinkingBudgetTokens = thinkingBudget(level, maxTokens, thinkingBudgets);
  // There is a smallest budget, and it must leave room for an answer; without that room, thinking is off.
  if (thinkingBudgetTokens >= maxTokens) return { ...options, maxTokens, thinkingEnabled: false };
  return { ...options, maxTokens, thinkingEnabled: true, thinkingBudgetTokens };
}

function effortOf(model: Model, level: ThinkingLevel): AnthropicEffort {
  return (model.thinkingLevelMap?.[level] ?? (level === "minimal" ? "low" : level)) as AnthropicEffort;
}
