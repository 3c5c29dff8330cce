import type { RetryCallbacks } from "@tau/ai";
import type { AgentSessionEvent, CompactionReason } from "../session-event.ts";

type SummarySource = { source: "compaction"; reason: CompactionReason } | { source: "branchSummary" };

/** Returns callbacks that emit events when writing a summary is retried. */
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
