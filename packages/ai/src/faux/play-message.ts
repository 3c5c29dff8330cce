import { RequestError } from "../ai-error.ts";
import type { DoneReason } from "../contract/events.ts";
import type { AssistantContent, AssistantMessage } from "../contract/messages.ts";
import type { MessageAssembler, OpenBlock } from "../stream/message-assembler.ts";
import { sleep } from "../transport/sleep.ts";

export interface Pace {
  readonly tokensPerSecond?: number | undefined;
  readonly tokenSize?: { min?: number; max?: number } | undefined;
}

const CHARACTERS_PER_TOKEN = 4;

/** Streams a ready message as a model would: block by block, in pieces, at the given pace, until the signal aborts. */
export async function playMessage(
  assembler: MessageAssembler,
  answer: AssistantMessage,
  pace: Pace,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (answer.responseId !== undefined) assembler.message.responseId = answer.responseId;
  for (const content of answer.content) {
    signal?.throwIfAborted();
    const block = openBlock(assembler, content);
    for (const piece of pieces(textOf(content), pace.tokenSize)) {
      await pause(piece, pace, signal);
      block.append(piece);
    }
    block.end();
  }
  signal?.throwIfAborted();
  if (answer.stopReason === "error") {
    throw new RequestError(answer.errorMessage ?? "The faux answer failed.", answer.error ?? { code: "unknown" });
  }
  if (answer.stopReason === "aborted") {
    throw new RequestError(answer.errorMessage ?? "The request was aborted.", { code: "aborted" });
  }
  if (answer.deferred) return assembler.defer(answer.deferred);
  assembler.finish((answer.stopReason === "pending" ? "stop" : answer.stopReason) satisfies DoneReason);
}

function openBlock(assembler: MessageAssembler, content: AssistantContent): OpenBlock {
  switch (content.type) {
    case "text": {
      const block = assembler.startText();
      if (content.textSignature !== undefined) block.content.textSignature = content.textSignature;
      return block;
    }
    case "thinking": {
      const block = assembler.startThinking();
      if (content.thinkingSignature !== undefined) block.content.thinkingSignature = content.thinkingSignature;
      if (content.redacted !== undefined) block.content.redacted = content.redacted;
      return block;
    }
    case "toolCall":
      return assembler.startToolCall(content.id, content.name);
  }
}

function textOf(content: AssistantContent): string {
  if (content.type === "text") return content.text;
  return content.type === "thinking" ? content.thinking : JSON.stringify(content.arguments);
}

function* pieces(text: string, { min = 3, max = 5 }: { min?: number; max?: number } = {}): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const tokens = min + Math.floor(Math.random() * (max - min + 1));
    const end = start + Math.max(1, tokens) * CHARACTERS_PER_TOKEN;
    yield text.slice(start, end);
    start = end;
  }
}

async function pause(piece: string, { tokensPerSecond }: Pace, signal: AbortSignal | undefined): Promise<void> {
  if (tokensPerSecond) await sleep((piece.length / CHARACTERS_PER_TOKEN / tokensPerSecond) * 1000, signal);
  else signal?.throwIfAborted();
}
