import { LONGEST_TIMER_MS } from "../transport/sleep.ts";

/** When and how often a failed call is repeated. Runs, summaries and the user's commands share one policy. */
export interface RetryPolicy {
  enabled: boolean;
  /** How often a failed call is repeated; 0 = never. */
  maxRetries: number;
  /** Doubles with each attempt. */
  baseDelayMs: number;
  maxAgentDelayMs?: number;
  /** A call that would have to wait longer is not repeated, for callers with an alternative. */
  longestWaitMs?: number;
}

export const DEFAULT_MAX_AGENT_RETRY_DELAY_MS = 60_000;

/** Delays within one call, before a policy sees its failure: short, because the user sees no reason for the wait. */
const TRANSPORT = { baseDelayMs: 500, maxAgentDelayMs: 8_000 };

/** Returns the policy's own delay before attempt number `attempt`, counted from 1. */
export function retryDelayMs(policy: Pick<RetryPolicy, "baseDelayMs" | "maxAgentDelayMs">, attempt: number): number {
  const longest = policy.maxAgentDelayMs ?? DEFAULT_MAX_AGENT_RETRY_DELAY_MS;
  return Math.min(policy.baseDelayMs * 2 ** (attempt - 1), longest);
}

/**
 * Returns the delay before attempt number `attempt`: at least what the server asked for. If a server repeatedly asks for a short wait, the
 * policy's own delay applies from the second attempt on.
 */
export function delayBeforeRetry(policy: RetryPolicy, attempt: number, askedMs = 0): number {
  const own = askedMs > 0 && attempt === 1 ? 0 : retryDelayMs(policy, attempt);
  return Math.min(Math.max(own, askedMs), LONGEST_TIMER_MS);
}

/**
 * Returns the transport's delay before attempt number `attempt`, reduced by up to a quarter at random so that many clients do not return at
 * once.
 */
export function transportDelayMs(attempt: number, random = Math.random): number {
  return retryDelayMs(TRANSPORT, attempt) * (1 - 0.25 * random());
}

/** Returns how long the server asked to wait, from `retry-after-ms`, or from `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now = Date.now()): number | undefined {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (milliseconds >= 0) return milliseconds;
  const value = headers["retry-after"]?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
