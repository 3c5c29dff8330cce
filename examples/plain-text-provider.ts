/**
 * A custom provider: models behind a server that has a protocol of its own. It takes `{"model", "system", "turns"}` and answers with plain
 * text as it is made; GET /models lists what it serves. Run it with: PLAIN_TEXT_URL=http://127.0.0.1:8123 tau -e examples/plain-text-provider.ts
 */
import {
  type AssistantMessage,
  type Context,
  contentText,
  createAssistantMessageEventStream,
  emptyUsage,
  type Model,
  type SimpleStreamOptions,
} from "@tau/ai";
import type { ExtensionAPI } from "@tau/coding-agent";

const API = "plain-text";

export default function (pi: ExtensionAPI) {
  const baseUrl = process.env.PLAIN_TEXT_URL ?? "http://127.0.0.1:8123";
  pi.registerProvider("plain-text", {
    name: "Plain text",
    baseUrl,
    apiKey: "$PLAIN_TEXT_KEY",
    api: API,
    streamSimple: ask,
    // The server knows what it serves; its answer is there before the session begins.
    async refreshModels({ signal }) {
      const response = await fetch(`${baseUrl}/models`, { signal });
      const ids = (await response.json()) as string[];
      return ids.map((id) => ({ id, name: id, api: API, contextWindow: 32_000, maxTokens: 4_000 }));
    },
  });
}

/** Returns at once. What goes wrong is the last event of the stream, never an exception. */
function ask(model: Model, context: Context, options: SimpleStreamOptions = {}) {
  const stream = createAssistantMessageEventStream();
  const message: AssistantMessage = {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp: Date.now(),
  };
  const text = { type: "text" as const, text: "" };
  const run = async () => {
    const body = await open(model, context, options);
    stream.push({ type: "start", partial: message });
    message.content.push(text);
    stream.push({ type: "text_start", contentIndex: 0, partial: message });
    for await (const delta of body.pipeThrough(new TextDecoderStream())) {
      text.text += delta;
      stream.push({ type: "text_delta", contentIndex: 0, delta, partial: message });
    }
    stream.push({ type: "text_end", contentIndex: 0, content: text.text, partial: message });
    stream.push({ type: "done", reason: "stop", message });
  };
  run().catch((error: Error) => {
    const reason = options.signal?.aborted ? "aborted" : "error";
    stream.push({ type: "error", reason, error: { ...message, stopReason: reason, errorMessage: error.message } });
  });
  return stream;
}

async function open({ id, baseUrl }: Model, { systemPrompt, messages }: Context, options: SimpleStreamOptions) {
  const turns = messages.map(({ role, content }) => ({ role, text: contentText(content) }));
  const response = await fetch(`${baseUrl}/generate`, {
    method: "POST",
    headers: { authorization: `Bearer ${options.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: id, system: systemPrompt, turns }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (!response.ok || !response.body) throw new Error(`${baseUrl} answered ${response.status}.`);
  return response.body;
}
