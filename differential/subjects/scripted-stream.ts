import type { Library } from "../library.ts";

/** One block of a scripted answer. */
export type ScriptedBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly thinking: string }
  | {
      readonly type: "toolCall";
      readonly id: string;
      readonly name: string;
      readonly arguments: Record<string, unknown>;
    };

export interface ScriptedAnswer {
  readonly blocks: readonly ScriptedBlock[];
  readonly stopReason: "stop" | "length" | "toolUse" | "error" | "aborted";
  readonly errorMessage?: string;
}

/** A model that the request names; no request leaves the process. */
export const scriptedModel = {
  id: "scripted-1",
  name: "Scripted",
  api: "scripted-api",
  provider: "scripted",
  baseUrl: "http://127.0.0.1:9",
  reasoning: true,
  input: ["text", "image"],
  cost: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 },
  contextWindow: 100_000,
  maxTokens: 4000,
};

/** Options that a provider knows; the loops of both libraries pass their own configuration along with them. */
const REQUEST_OPTIONS = [
  "apiKey",
  "headers",
  "maxTokens",
  "reasoning",
  "sessionId",
  "signal",
  "temperature",
  "thinkingBudgets",
  "transport",
  "maxRetryDelayMs",
  "onPayload",
  "onResponse",
  "env",
];

/** A stream function that gives one answer after the other; past the last one it says `done`. What it was asked is kept. */
export function scriptedStream(
  library: Library,
  answers: readonly ScriptedAnswer[],
): { stream: (...args: never[]) => never; requests: unknown[] } {
  const requests: unknown[] = [];
  let next = 0;
  const stream = (
    model: { id: string },
    context: { messages: readonly { role: string }[]; systemPrompt?: unknown; tools?: readonly { name: string }[] },
    options: Record<string, unknown> | undefined,
  ) => {
    requests.push({
      model: model.id,
      roles: context.messages.map((message) => message.role),
      options: REQUEST_OPTIONS.filter((key) => options?.[key] !== undefined),
    });
    const answer = answers[next++] ?? { blocks: [{ type: "text", text: "done" }], stopReason: "stop" };
    return play(library, answer);
  };
  return { stream: stream as never, requests };
}

function play(library: Library, answer: ScriptedAnswer): unknown {
  const events = library.ai.createAssistantMessageEventStream();
  const usage = {
    input: 10,
    output: 5,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 15,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
  const message = {
    role: "assistant",
    content: [] as unknown[],
    api: scriptedModel.api,
    provider: scriptedModel.provider,
    model: scriptedModel.id,
    usage,
    stopReason: answer.stopReason,
    timestamp: 1_700_000_000_000,
    ...(answer.errorMessage === undefined ? {} : { errorMessage: answer.errorMessage }),
  };
  const push = (event: object) => events.push({ ...event, partial: message } as never);
  queueMicrotask(() => {
    push({ type: "start" });
    for (const [contentIndex, block] of answer.blocks.entries()) pushBlock(push, message.content, contentIndex, block);
    const failed = answer.stopReason === "error" || answer.stopReason === "aborted";
    events.push(
      (failed
        ? { type: "error", reason: answer.stopReason, error: message }
        : { type: "done", reason: answer.stopReason, message }) as never,
    );
    events.end();
  });
  return events;
}

function pushBlock(
  push: (event: object) => void,
  content: unknown[],
  contentIndex: number,
  block: ScriptedBlock,
): void {
  if (block.type === "toolCall") {
    content.push({ ...block, arguments: { ...block.arguments } });
    push({ type: "toolcall_start", contentIndex });
    push({ type: "toolcall_delta", contentIndex, delta: JSON.stringify(block.arguments) });
    push({ type: "toolcall_end", contentIndex, toolCall: content.at(-1) });
    return;
  }
  const text = block.type === "text" ? block.text : block.thinking;
  const live = block.type === "text" ? { type: "text", text: "" } : { type: "thinking", thinking: "" };
  content.push(live);
  push({ type: `${block.type}_start`, contentIndex });
  Object.assign(live, block.type === "text" ? { text } : { thinking: text });
  push({ type: `${block.type}_delta`, contentIndex, delta: text });
  push({ type: `${block.type}_end`, contentIndex, content: text });
}
