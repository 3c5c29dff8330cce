const FIRST_DELAY_MS = 500;
const LONGEST_OWN_DELAY_MS = 8_000;

/** How long the server asked to wait, from `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now = Date.now()): number | undefined {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (milliseconds >= 0) return milliseconds;
  const value = headers["retry-after"]?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Our own back-off: doubling, capped, with up to a quarter taken off so that many clients do not return at once. */
export function backoffMs(attempt: number, random = Math.random): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_OWN_DELAY_MS);
  return delay * (1 - 0.25 * random());
}

export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
