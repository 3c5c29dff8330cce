import type { CompactionResult } from "@tau/agent";

/** Automatic actions of the session. Handlers of these events cannot influence them. */
export interface AutoCompactionStartEvent {
  type: "auto_compaction_start";
  reason: "threshold" | "overflow" | "idle";
}

export interface AutoCompactionEndEvent {
  type: "auto_compaction_end";
  reason: "threshold" | "overflow" | "idle";
  result: CompactionResult | undefined;
  aborted: boolean;
  willRetry: boolean;
  errorMessage?: string;
}

export interface AutoRetryStartEvent {
  type: "auto_retry_start";
  attempt: number;
  maxAttempts: number;
  delayMs: number;
  errorMessage: string;
}

export interface AutoRetryEndEvent {
  type: "auto_retry_end";
  success: boolean;
  attempt: number;
  finalError?: string;
}
