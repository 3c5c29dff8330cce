import type { AssistantMessage, Model, Usage } from "@tau/ai";
import { errorText } from "./error-text.ts";

const NO_USAGE: Usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** An answer for the log where the model gave none, or none that ended. What had arrived is kept, as a copy: its writer may go on. */
export function failedAnswer(
  model: Model,
  failure: { error: unknown; aborted: boolean; partial?: AssistantMessage | undefined },
): AssistantMessage {
  return {
    ...(failure.partial ? structuredClone(failure.partial) : emptyAnswer(model)),
    stopReason: failure.aborted ? "aborted" : "error",
    errorMessage: errorText(failure.error),
    error: { code: failure.aborted ? "aborted" : "unknown" },
  };
}

function emptyAnswer(model: Model): AssistantMessage {
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: structuredClone(NO_USAGE),
    stopReason: "pending",
    timestamp: Date.now(),
  };
}
