import {
  type AssistantMessage,
  type Context,
  createAssistantMessageEventStream,
  type Model,
  type SimpleStreamOptions,
} from "@tau/ai";
import type { StreamFn } from "../../src/contract/config.ts";
import { assistant } from "../session/messages-for-tests.ts";

export const model: Model = {
  id: "scripted",
  name: "Scripted",
  api: "demo",
  provider: "demo",
  baseUrl: "",
  reasoning: true,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 100_000,
  maxTokens: 8_000,
};

export interface ScriptedRequest {
  readonly context: Context;
  readonly options: SimpleStreamOptions | undefined;
  readonly prompt: string;
}

type Answer = string | Partial<AssistantMessage> | "wait";

/** Answers with one text after the other. `wait` answers only when it is stopped. */
export function scriptedModel(...answers: Answer[]) {
  const requests: ScriptedRequest[] = [];
  const asked = Promise.withResolvers<void>();
  const streamFn: StreamFn = (_model, context, options) => {
    const answer = answers[requests.length] ?? answers.at(-1) ?? "";
    const last = context.messages.at(-1)?.content;
    requests.push({ context, options, prompt: typeof last === "string" ? last : JSON.stringify(last) });
    asked.resolve();
    const stream = createAssistantMessageEventStream();
    if (answer === "wait") {
      const stop = () =>
        stream.push({ type: "error", reason: "aborted", error: assistant("", { stopReason: "aborted" }) });
      if (options?.signal?.aborted) stop();
      options?.signal?.addEventListener("abort", stop, { once: true });
      return stream;
    }
    const message = typeof answer === "string" ? assistant(answer) : assistant("", answer);
    if (message.stopReason === "error") stream.push({ type: "error", reason: "error", error: message });
    else stream.push({ type: "done", reason: "stop", message });
    return stream;
  };
  return { streamFn, requests, asked: asked.promise };
}
