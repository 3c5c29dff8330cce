import type { RetryCallbacks } from "@tau/ai";
import type { AgentSessionEvent, CompactionReason } from "../session-event.ts";

type SummarySource = { source: "compaction"; reason: CompactionReason } | { source: "branchSummary" };

/** Tells of tries that follow a failed one while a summary is written. */
export function summaryRetryEvents(
  emit: (event: AgentSessionEvent) => void | Promise<void>,
  source: SummarySource,
): RetryCallbacks {
  return {
    onRetryScheduled: (attempt, maxAttempts, delayMs, errorMessage) =>
      emit({ type: "summarization_retry_scheduled", attempt, maxAttempts, delayMs, errorMessage }),
    onRetryAttemptStart: () => emit({ type: "summarization_retry_attempt_start", ...source }),
    onRetryFinished: () => emit({ type: "summarization_retry_finished" }),
  };
}
