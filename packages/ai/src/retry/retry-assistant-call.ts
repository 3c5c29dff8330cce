import type { AssistantMessage } from "../contract/messages.ts";
import { sleep } from "../transport/sleep.ts";
import { isRetryableAssistantError } from "./is-retryable.ts";
import { delayBeforeRetry, type RetryPolicy } from "./retry-delay.ts";

export interface RetryCallbacks {
  onRetryScheduled?: (
    attempt: number,
    maxAttempts: number,
    delayMs: number,
    errorMessage: string,
  ) => void | Promise<void>;
  onRetryAttemptStart?: () => void | Promise<void>;
  onRetryFinished?: (success: boolean, attempt: number, finalError?: string) => void | Promise<void>;
}

/**
 * Repeats a call while it fails in a temporary way, within the policy. A wait that the server asks for overrides ours. An abort while
 * waiting returns an aborted message, so that callers need not handle it separately.
 */
export async function retryAssistantCall(
  produce: () => Promise<AssistantMessage>,
  policy: RetryPolicy | undefined,
  signal: AbortSignal | undefined,
  callbacks: RetryCallbacks = {},
): Promise<AssistantMessage> {
  let message = await produce();
  if (!policy?.enabled) return message;
  let attempt = 0;
  while (attempt < policy.maxRetries && isRetryableAssistantError(message)) {
    const delay = delayBeforeRetry(policy, attempt + 1, message.error?.retryAfterMs);
    if (delay > (policy.longestWaitMs ?? Number.POSITIVE_INFINITY)) break;
    attempt++;
    await callbacks.onRetryScheduled?.(attempt, policy.maxRetries, delay, message.errorMessage ?? "");
    const waited = await waitUnlessAborted(delay, signal);
    if (!waited) {
      message = { ...message, stopReason: "aborted", error: { code: "aborted" } };
      break;
    }
    await callbacks.onRetryAttemptStart?.();
    message = await produce();
  }
  if (attempt > 0) await reportEnd(message, attempt, callbacks);
  return message;
}

async function reportEnd(message: AssistantMessage, attempt: number, callbacks: RetryCallbacks): Promise<void> {
  const failed = message.stopReason === "error" || message.stopReason === "aborted";
  await callbacks.onRetryFinished?.(!failed, attempt, ...(failed ? [message.errorMessage ?? message.stopReason] : []));
}

async function waitUnlessAborted(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await sleep(ms, signal);
    return true;
  } catch (error) {
    if (signal?.aborted) return false;
    throw error;
  }
}
