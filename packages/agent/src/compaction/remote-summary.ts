import {
  type AssistantMessage,
  type Context,
  createAssistantMessageEventStream,
  emptyUsage,
  type Model,
} from "@tau/ai";
import type { StreamFn } from "../contract/config.ts";

/** Lets the user's own server write summaries instead of a model: it receives `{ systemPrompt, prompt }` and answers `{ summary }`. */
export function createRemoteSummaryStreamFn(endpoint: string, send: typeof fetch = fetch): StreamFn {
  return (model, context, options) => {
    const stream = createAssistantMessageEventStream();
    void ask(endpoint, context, send, options?.signal).then(
      (summary) => stream.push({ type: "done", reason: "stop", message: answer(model, summary) }),
      (cause) => {
        const stopReason = options?.signal?.aborted ? "aborted" : "error";
        const errorMessage = `The summary endpoint ${endpoint} failed: ${cause instanceof Error ? cause.message : cause}`;
        stream.push({ type: "error", reason: stopReason, error: { ...answer(model, ""), stopReason, errorMessage } });
      },
    );
    return stream;
  };
}

async function ask(
  endpoint: string,
  { systemPrompt = "", messages }: Context,
  send: typeof fetch,
  signal: AbortSignal | undefined,
): Promise<string> {
  const prompt = messages.map(({ content }) =>
    typeof content === "string" ? content : content.map(blockText).join("\n"),
  );
  const response = await send(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ systemPrompt, prompt: prompt.join("\n\n") }),
    ...(signal ? { signal } : {}),
    // A redirect would send the conversation to another server than the configured one.
    redirect: "manual",
  });
  if (!response.ok) {
    // The body of an error is not shown and may be endless.
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const body: unknown = JSON.parse(await readText(response));
  const summary = typeof body === "object" && body !== null && "summary" in body ? body.summary : undefined;
  if (typeof summary !== "string") throw new Error("its answer has no summary");
  return summary;
}

/** A limit far above any summary, which has a few thousand characters. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

/** Reads the whole answer; throws if it exceeds the limit. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = "";
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length <= LONGEST_ANSWER) continue;
    await reader?.cancel();
    throw new Error(`its answer is longer than ${LONGEST_ANSWER / 1024 / 1024} MB`);
  }
  return text + decoder.decode();
}

function blockText(block: { type: string; text?: string }): string {
  return block.type === "text" ? (block.text ?? "") : "";
}

function answer(model: Model, text: string): AssistantMessage {
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp: Date.now(),
  };
}
