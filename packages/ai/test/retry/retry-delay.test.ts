import fc from "fast-check";
import { expect, test } from "vitest";
import { isRetryableStatus } from "../../src/retry/is-retryable.ts";
import { delayBeforeRetry, retryAfterMs, transportDelayMs } from "../../src/retry/retry-delay.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": " 0.5 " }, 500],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
  [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after-ms": "250" }, 250],
  [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
  [{ "retry-after-ms": "0", "retry-after": "7" }, 0],
  [{ "retry-after-ms": "-1", "retry-after": "7" }, 7_000],
  [{ "retry-after-ms": "soon", "retry-after": "7" }, 7_000],
])("%j asks to wait %s ms", (headers, expected) => {
  expect(retryAfterMs(headers, NOW)).toBe(expected);
});

test("the delay of the transport grows up to its limit, and differs between clients", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const wait = transportDelayMs(attempt, () => random);
      expect(wait).toBeLessThanOrEqual(8_000);
      expect(wait).toBeGreaterThanOrEqual(375);
      expect(transportDelayMs(attempt + 1, () => random)).toBeGreaterThanOrEqual(wait);
    }),
  );
  expect([transportDelayMs(1, () => 0), transportDelayMs(1, () => 1), transportDelayMs(2, () => 0)]).toEqual([
    500, 375, 1_000,
  ]);
});

test("a policy waits as long as the server asks, and never shorter than its own delay", () => {
  const policy = { enabled: true, maxRetries: 5, baseDelayMs: 100, maxAgentDelayMs: 300 };
  const delays = [1, 2, 3].map((attempt) => [
    delayBeforeRetry(policy, attempt),
    delayBeforeRetry(policy, attempt, 250),
  ]);
  expect(delays).toEqual([
    [100, 250],
    [200, 250],
    [300, 300],
  ]);
  expect(delayBeforeRetry(policy, 1, 1e12)).toBe(2 ** 31 - 1);
});

test("what may be repeated is told by the status", () => {
  const passing = [400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 529].filter(isRetryableStatus);
  expect(passing).toEqual([408, 429, 500, 502, 503, 529]);
});
