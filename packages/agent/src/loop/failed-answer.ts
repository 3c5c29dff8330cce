import { type AssistantMessage, emptyUsage, type Model } from "@tau/ai";
import { errorText } from "./error-text.ts";

/** An answer for the log where the model gave none, or none that ended. What had arrived is kept, as a copy: its writer may go on. */
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
