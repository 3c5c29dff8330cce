import { setTimeout as delay } from "node:timers/promises";
import { type AssistantMessage, delayBeforeRetry, isRetryableAssistantError, type RetryPolicy } from "@tau/ai";
import type { SessionEvents } from "../session-events.ts";

/** Retries a turn after a temporary failure: overload, rate limits, broken connections. Never after an overflow of the context window. */
export class AutoRetry {
  private tries = 0;
  private waiting: AbortController | undefined;
  private readonly settings: () => RetryPolicy;
  private override: boolean | undefined;
  private readonly events: SessionEvents;

  constructor(settings: () => RetryPolicy, events: SessionEvents) {
    this.settings = settings;
    this.events = events;
  }

  get policy(): RetryPolicy {
    const policy = this.settings();
    return { ...policy, enabled: this.override ?? policy.enabled };
  }

  /** Overrides the setting for this session only. */
  setEnabled(enabled: boolean): void {
    this.override = enabled;
  }

  get attempt(): number {
    return this.tries;
  }

  get isWaiting(): boolean {
    return this.waiting !== undefined;
  }

  shouldRetry(message: AssistantMessage | undefined): boolean {
    const { enabled, maxRetries, longestWaitMs = Number.POSITIVE_INFINITY } = this.policy;
    if (!enabled || this.tries >= maxRetries || message === undefined) return false;
    return isRetryableAssistantError(message) && (message.error?.retryAfterMs ?? 0) <= longestWaitMs;
  }

  /** Waits before the next attempt. Resolves to false if it was aborted meanwhile. */
  async wait(message: AssistantMessage): Promise<boolean> {
    const { policy } = this;
    const { maxRetries } = policy;
    this.tries++;
    const delayMs = delayBeforeRetry(policy, this.tries, message.error?.retryAfterMs);
    const errorMessage = message.errorMessage ?? "The request failed.";
    // Create the controller before the event: a listener may abort at once.
    this.waiting = new AbortController();
    this.events.emit({ type: "auto_retry_start", attempt: this.tries, maxAttempts: maxRetries, delayMs, errorMessage });
    try {
      await delay(delayMs, undefined, { signal: this.waiting.signal });
      return true;
    } catch (error) {
      if (!this.waiting.signal.aborted) throw error;
      this.finish({ success: false, finalError: "Retry cancelled." });
      return false;
    } finally {
      this.waiting = undefined;
    }
  }

  /** Called with every answer of a run. One that succeeds ends the current series of attempts: the next turn has its own. */
  answered({ stopReason }: AssistantMessage): void {
    if (this.tries > 0 && stopReason !== "error" && stopReason !== "aborted") this.finish({ success: true });
  }

  /** Called with the outcome of every run. Ends the current series of attempts, if there is one. */
  settle(message: AssistantMessage | undefined): void {
    if (this.tries === 0) return;
    if (message?.stopReason === "error") this.finish({ success: false, finalError: message.errorMessage ?? "" });
    else this.finish({ success: true });
  }

  abort(): void {
    this.waiting?.abort();
  }

  private finish(outcome: { success: boolean; finalError?: string }): void {
    this.events.emit({ type: "auto_retry_end", attempt: this.tries, ...outcome });
    this.tries = 0;
  }
}
