import type { Context } from "../contract/context.ts";
import type { Message } from "../contract/messages.ts";
import type { Model } from "../contract/model.ts";

const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_IMAGE = 1_200;
/** Estimates are off by a few percent, and a request that is one token too long is refused. */
const MARGIN = 1.15;
const SMALLEST_ANSWER = 1_024;

/** Returns how many tokens an answer may have: the limit of the caller or the model, but no more than the window leaves. */
export function answerRoom(model: Model, context: Context, wanted?: number): number {
  const limit = wanted ?? model.maxTokens;
  const left = model.contextWindow - Math.ceil(estimatePromptTokens(context) * MARGIN);
  return model.contextWindow > 0 ? Math.max(Math.min(limit, left), Math.min(limit, SMALLEST_ANSWER)) : limit;
}

export function estimatePromptTokens(context: Context): number {
  let tokens = characters(context.systemPrompt ?? "") + characters(context.tools ?? []);
  for (const message of context.messages) tokens += messageTokens(message);
  return Math.ceil(tokens);
}

function messageTokens(message: Message): number {
  if (typeof message.content === "string") return characters(message.content);
  let tokens = 0;
  for (const block of message.content) {
    if (block.type === "image") tokens += TOKENS_PER_IMAGE;
    else if (block.type === "text") tokens += characters(block.text);
    else if (block.type === "thinking") tokens += characters(block.thinking);
    else tokens += characters(block.arguments);
  }
  return tokens;
}

function characters(value: string | object): number {
  return (typeof value === "string" ? value.length : JSON.stringify(value).length) / CHARACTERS_PER_TOKEN;
}
