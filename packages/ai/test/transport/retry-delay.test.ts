import fc from "fast-check";
import { expect, test } from "vitest";
import { backoffMs, isRetryableStatus, retryAfterMs } from "../../src/transport/retry-delay.ts";

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

test("our own wait grows, has an end, and never all of it is the same for all", () => {
  fc.assert(
    fc.property(fc.nat({ max: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const wait = backoffMs(attempt, () => random);
      expect(wait).toBeLessThanOrEqual(8_000);
      expect(wait).toBeGreaterThanOrEqual(375);
      expect(backoffMs(attempt + 1, () => random)).toBeGreaterThanOrEqual(wait);
    }),
  );
  expect([backoffMs(0, () => 0), backoffMs(0, () => 1), backoffMs(1, () => 0)]).toEqual([500, 375, 1_000]);
});

test("what may pass is told by the status", () => {
  const passing = [400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 529].filter(isRetryableStatus);
  expect(passing).toEqual([408, 429, 500, 502, 503, 529]);
});
