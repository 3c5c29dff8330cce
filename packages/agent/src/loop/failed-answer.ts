import { type AssistantMessage, emptyUsage, type Model } from "@tau/ai";
import { errorText } from "../error-text.ts";

/**
 * Builds an answer for the log when the model gave none or did not finish. Keeps a copy of the partial answer, because the stream may still
 * write to it.
 */
export function failedAnswer(
  model: Model,
  failure: { error: unknown; aborted: boolean; partial?: AssistantMessage | undefined },
  now: () => number = Date.now,
): AssistantMessage {
  return {
    ...(failure.partial ? structuredClone(failure.partial) : emptyAnswer(model, now())),
    stopReason: failure.aborted ? "aborted" : "error",
    errorMessage: errorText(failure.error),
    error: { code: failure.aborted ? "aborted" : "unknown" },
  };
}

function emptyAnswer(model: Model, timestamp: number): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: emptyUsage(),
    stopReason: "pending",
    timestamp,
  };
}
