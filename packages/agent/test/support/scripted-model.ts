import {
  type AssistantContent,
  type AssistantMessage,
  AssistantMessageEventStream,
  type Context,
  type JsonObject,
  type Model,
  type SimpleStreamOptions,
  type TextContent,
  type ToolCall,
} from "@tau/ai";
import type { StreamFn } from "../../src/index.ts";

export const model: Model = {
  id: "scripted-1",
  name: "Scripted",
  api: "scripted",
  provider: "script",
  baseUrl: "",
  reasoning: true,
  input: ["text", "image"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 100_000,
  maxTokens: 10_000,
};

export interface Request {
  readonly model: Model;
  readonly context: Context;
  readonly options: SimpleStreamOptions;
}

/** The blocks of an answer, or full control over its stream. */
export type Answer = AssistantContent[] | ((request: Request, stream: AssistantMessageEventStream) => void);

export interface ScriptedModel {
  readonly streamFn: StreamFn;
  /** What was asked, as it was at that moment. */
  readonly requests: Request[];
}

/** A model that gives one answer after another. A request beyond the last is a mistake of the test. */
export function scripted(...answers: Answer[]): ScriptedModel {
  const requests: Request[] = [];
  const streamFn: StreamFn = (requestModel, context, options = {}) => {
    const request = { model: requestModel, context: { ...context, messages: [...context.messages] }, options };
    const answer = answers[requests.length];
    requests.push(request);
    if (!answer) throw new Error(`The script has no answer ${requests.length}.`);
    const stream = new AssistantMessageEventStream();
    if (typeof answer === "function") answer(request, stream);
    else void streamBlocks(stream, answer);
    return stream;
  };
  return { streamFn, requests };
}

export function says(text: string): TextContent {
  return { type: "text", text };
}

export function calls(name: string, args: JsonObject = {}, id = `call-${name}`): ToolCall {
  return { type: "toolCall", id, name, arguments: args };
}

export function answerOf(content: AssistantContent[], fields: Partial<AssistantMessage> = {}): AssistantMessage {
  return {
    role: "assistant",
    content,
    api: "scripted",
    provider: "script",
    model: "scripted-1",
    usage: noUsage(),
    stopReason: content.some((block) => block.type === "toolCall") ? "toolUse" : "stop",
    timestamp: 1,
    ...fields,
  };
}

export function noUsage(): AssistantMessage["usage"] {
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
}

/** Text in two deltas, tool calls in one, each in its own microtask, on one live message. */
async function streamBlocks(stream: AssistantMessageEventStream, content: AssistantContent[]): Promise<void> {
  const partial = answerOf([], { stopReason: "pending" });
  stream.push({ type: "start", partial });
  for (const [contentIndex, block] of content.entries()) {
    await Promise.resolve();
    if (block.type === "text") streamText(stream, partial, contentIndex, block.text);
    else if (block.type === "toolCall") streamCall(stream, partial, contentIndex, block);
  }
  const message = Object.assign(partial, { stopReason: answerOf(content).stopReason });
  stream.push({ type: "done", reason: message.stopReason === "toolUse" ? "toolUse" : "stop", message });
}

function streamText(
  stream: AssistantMessageEventStream,
  partial: AssistantMessage,
  contentIndex: number,
  text: string,
) {
  const block: TextContent = { type: "text", text: "" };
  partial.content.push(block);
  stream.push({ type: "text_start", contentIndex, partial });
  const middle = Math.ceil(text.length / 2);
  for (const delta of [text.slice(0, middle), text.slice(middle)]) {
    if (delta === "") continue;
    block.text += delta;
    stream.push({ type: "text_delta", contentIndex, delta, partial });
  }
  stream.push({ type: "text_end", contentIndex, content: text, partial });
}

function streamCall(
  stream: AssistantMessageEventStream,
  partial: AssistantMessage,
  contentIndex: number,
  call: ToolCall,
) {
  partial.content.push({ ...call });
  stream.push({ type: "toolcall_start", contentIndex, partial });
  stream.push({ type: "toolcall_delta", contentIndex, delta: JSON.stringify(call.arguments), partial });
  stream.push({ type: "toolcall_end", contentIndex, toolCall: call, partial });
}
