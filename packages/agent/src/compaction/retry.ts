import type { AssistantMessage } from "@tau/ai";

/** Up to `maxRetries` more attempts, each after twice the wait of the one before. */
export interface RetryPolicy {
  enabled: boolean;
  maxRetries: number;
  baseDelayMs: number;
  /** The longest wait; default one minute. */
  maxAgentDelayMs?: number;
}

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

export const DEFAULT_MAX_AGENT_RETRY_DELAY_MS = 60_000;

/** Asks again where the failure may pass. Returns the last answer, whatever it is; an abort ends the waiting as well. */
export async function retryAssistantCall(
  produce: () => Promise<AssistantMessage>,
  policy: RetryPolicy | undefined,
  signal: AbortSignal | undefined,
  callbacks: RetryCallbacks = {},
): Promise<AssistantMessage> {
  let answer = await produce();
  const attempts = policy?.enabled ? policy.maxRetries : 0;
  let attempt = 0;
  while (policy && attempt < attempts && isRetryableAssistantError(answer)) {
    attempt++;
    const delay = retryDelayMs(policy, attempt);
    await callbacks.onRetryScheduled?.(attempt, attempts, delay, answer.errorMessage ?? "");
    await sleep(delay, signal);
    if (signal?.aborted) {
      answer = { ...answer, stopReason: "aborted", errorMessage: "Aborted while waiting to try again." };
      break;
    }
    await callbacks.onRetryAttemptStart?.();
    answer = await produce();
  }
  if (attempt > 0) {
    const failed = answer.stopReason === "error" || answer.stopReason === "aborted";
    await callbacks.onRetryFinished?.(!failed, attempt, ...(failed ? [answer.errorMessage ?? answer.stopReason] : []));
  }
  return answer;
}

export function retryDelayMs(policy: Pick<RetryPolicy, "baseDelayMs" | "maxAgentDelayMs">, attempt: number): number {
  return Math.min(policy.baseDelayMs * 2 ** (attempt - 1), policy.maxAgentDelayMs ?? DEFAULT_MAX_AGENT_RETRY_DELAY_MS);
}

const PASSING =
  /overloaded|rate.?limit|timed? ?out|terminated|socket|network|fetch failed|ECONN|50[0234]|429|temporar/i;

/** Failures of the network and of the server pass; those of the request, the key or the account do not. */
export function isRetryableAssistantError(message: AssistantMessage): boolean {
  if (message.stopReason !== "error") return false;
  const code = message.error?.code;
  if (code !== undefined && code !== "unknown") return code === "rate-limit" || code === "network" || code === "server";
  return PASSING.test(message.errorMessage ?? "");
}

async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stop = () => resolve();
  signal?.addEventListener("abort", stop, { once: true });
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", stop);
}
