import { expect, test } from "vitest";
import type { AgentSessionEvent } from "../../../../src/core/session/session-event.ts";
import { CacheNotices } from "../../../../src/modes/interactive/screen/cache-notices.ts";

const usage = (input: number, cacheRead: number, cacheWrite: number) => ({
  input,
  output: 10,
  cacheRead,
  cacheWrite,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 },
});
const answer = (...[input, read, written, model = "m"]: [number, number, number, string?]) =>
  ({
    type: "message_end",
    message: { role: "assistant", provider: "p", model, usage: usage(input, read, written) },
  }) as unknown as AgentSessionEvent;

test("a prompt that was cached and is read anew is told of, with its cost", () => {
  const notices = new CacheNotices();
  expect(notices.describe(answer(100, 0, 20_000))).toBeUndefined();
  expect(notices.describe(answer(100, 20_000, 500))).toBeUndefined();
  expect(notices.describe(answer(21_000, 0, 0))).toBe(
    "Cache miss: 20,600 of 20,600 tokens were processed again ($0.5000).",
  );
});

test("a small prompt, another model and a provider without a cache are no miss", () => {
  const notices = new CacheNotices();
  expect([answer(0, 0, 900), answer(900, 0, 0)].map((event) => notices.describe(event))).toEqual([
    undefined,
    undefined,
  ]);
  notices.describe(answer(0, 0, 20_000));
  expect(notices.describe(answer(20_000, 0, 0, "other"))).toBeUndefined();
  expect(notices.describe(answer(20_000, 0, 0, "other"))).toBeUndefined();
});

test("a compaction ends what is expected of the cache, and says what it took", () => {
  const notices = new CacheNotices();
  notices.describe(answer(0, 0, 20_000));
  const end = { type: "compaction_end", result: { usage: usage(1_000, 0, 0) } } as unknown as AgentSessionEvent;
  expect(notices.describe(end)).toBe("The summary took 1,000 tokens in, 10 out, $0.5000.");
  expect(notices.describe(answer(9_000, 0, 0))).toBeUndefined();
});
