import { setImmediate } from "node:timers/promises";
import { type AssistantMessage, AssistantMessageEventStream } from "@tau/ai";
import type { StreamFn } from "../../../src/contract/config.ts";
import { assistant } from "../../session/messages-for-tests.ts";

let serial = 0;

/** Calls two tools, then says something: a delta at a time, so that there is time to be killed in between. */
export const streamSlowly: StreamFn = (_model, context) => {
  const stream = new AssistantMessageEventStream();
  const afterTools = context.messages.at(-1)?.role === "toolResult";
  void send(stream, afterTools ? assistant("All of it is done.") : callTwice());
  return stream;
};

function callTwice(): AssistantMessage {
  const id = `${process.pid}-${Date.now()}-${serial++}`;
  const content = ["effect", "look"].map((name) => ({
    type: "toolCall" as const,
    id: `${id}-${name}`,
    name,
    arguments: {},
  }));
  return assistant("", { content, stopReason: "toolUse" });
}

async function send(stream: AssistantMessageEventStream, message: AssistantMessage): Promise<void> {
  const partial: AssistantMessage = { ...message, content: [], stopReason: "pending" };
  stream.push({ type: "start", partial });
  for (const [contentIndex, block] of message.content.entries()) {
    if (block.type === "text") await sendText(stream, partial, contentIndex, block.text);
    else partial.content.push(block);
    await setImmediate();
  }
  stream.push({ type: "done", reason: message.stopReason === "toolUse" ? "toolUse" : "stop", message });
}

async function sendText(
  stream: AssistantMessageEventStream,
  partial: AssistantMessage,
  contentIndex: number,
  text: string,
): Promise<void> {
  const block = { type: "text" as const, text: "" };
  partial.content.push(block);
  stream.push({ type: "text_start", contentIndex, partial });
  for (const delta of text.match(/.{1,4}/g) ?? []) {
    block.text += delta;
    stream.push({ type: "text_delta", contentIndex, delta, partial });
    await setImmediate();
  }
  stream.push({ type: "text_end", contentIndex, content: text, partial });
}
