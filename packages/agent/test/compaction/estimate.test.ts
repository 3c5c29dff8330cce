import { describe, expect, test } from "vitest";
import { estimateProjectedContextTokens, getLastAssistantUsage } from "../../src/compaction/projected-tokens.ts";
import {
  compactionThreshold,
  DEFAULT_COMPACTION_SETTINGS,
  fitToWindow,
  shouldCompact,
} from "../../src/compaction/settings.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { calculateContextTokens, estimateContextTokens } from "../../src/usage/context-tokens.ts";
import { estimateTokens } from "../../src/usage/estimate-tokens.ts";
import { assistant, toolCall, usage, user } from "../session/messages-for-tests.ts";

describe("when to compact", () => {
  test("P-COMP-1, P-COMP-2: above the window less the reserve, and only where it is enabled", () => {
    expect(DEFAULT_COMPACTION_SETTINGS).toEqual({ enabled: true, reserveTokens: 16384, keepRecentTokens: 20000 });
    const limit = 200_000 - 16_384;
    expect(shouldCompact(limit, 200_000, DEFAULT_COMPACTION_SETTINGS)).toBe(false);
    expect(shouldCompact(limit + 1, 200_000, DEFAULT_COMPACTION_SETTINGS)).toBe(true);
    expect(shouldCompact(limit + 1, 200_000, { ...DEFAULT_COMPACTION_SETTINGS, enabled: false })).toBe(false);
  });

  test("R79: a positive override sets the threshold", () => {
    const at = (override: object) => compactionThreshold(100_000, { ...DEFAULT_COMPACTION_SETTINGS, ...override });
    expect([at({ thresholdTokens: 50_000 }), at({ thresholdPercent: 70 }), at({ thresholdTokens: 0 })]).toEqual([
      50_000, 70_000, 83_616,
    ]);
  });

  test("a small window gets smaller settings", () => {
    expect(fitToWindow(DEFAULT_COMPACTION_SETTINGS, 8_000)).toMatchObject({
      reserveTokens: 4000,
      keepRecentTokens: 2000,
    });
    expect(fitToWindow(DEFAULT_COMPACTION_SETTINGS, 200_000)).toEqual(DEFAULT_COMPACTION_SETTINGS);
  });
});

describe("how much there is", () => {
  test("P-COMP-3, P-COMP-4: four characters are a token, rounded up; an image is 1200", () => {
    const image = { type: "image" as const, data: "x", mimeType: "image/png" };
    const bash = { role: "bashExecution" as const, command: "ls", output: "abc", exitCode: 0, cancelled: false };
    const cases = [
      [user(""), 0],
      [user("abcde"), 2],
      [{ ...user(""), content: [image] }, 1200],
      [assistant("", { content: [{ type: "thinking", thinking: "12345678" }] }), 2],
      [toolCall("1", "read", { path: "a" }), Math.ceil((4 + '{"path":"a"}'.length) / 4)],
      [{ ...bash, truncated: false, timestamp: 1 }, 2],
      [{ role: "compactionSummary" as const, summary: "12345", tokensBefore: 1, timestamp: 1 }, 2],
    ] as const;
    expect(cases.map(([message]) => estimateTokens(message as never))).toEqual(cases.map(([, tokens]) => tokens));
  });

  test("P-COMP-5: the last count, and an estimate of what followed", () => {
    const messages = [user("old"), assistant("a", { usage: usage(1000) }), user("12345678")];
    expect(estimateContextTokens(messages)).toEqual({
      tokens: 1002,
      usageTokens: 1000,
      trailingTokens: 2,
      lastUsageIndex: 1,
    });
    expect(estimateContextTokens([user("12345678")])).toEqual({
      tokens: 2,
      usageTokens: 0,
      trailingTokens: 2,
      lastUsageIndex: null,
    });
    expect(calculateContextTokens({ ...usage(0), input: 1, output: 2, cacheRead: 3, cacheWrite: 4 })).toBe(10);
  });

  test("P-COMP-6, P-COMP-7, P-COMP-9: a failed or stopped answer gives no count", () => {
    for (const stopReason of ["error", "aborted"] as const) {
      const failed = assistant("", { stopReason, usage: usage(5000) });
      expect(estimateContextTokens([assistant("a", { usage: usage(100) }), failed]).usageTokens).toBe(100);
      expect(estimateContextTokens([user("x"), failed]).lastUsageIndex).toBeNull();
    }
  });

  test("P-COMP-8: a count from before a compaction or an edit is not trusted", () => {
    const session = SessionLog.inMemory();
    const first = session.appendMessage(user("u".repeat(40)));
    session.appendMessage(assistant("a".repeat(40), { usage: usage(90_000) }));
    const estimate = () => estimateProjectedContextTokens(session.buildSessionProjection(), session.getBranch());
    expect([estimate().tokens, getLastAssistantUsage(session.getBranch())]).toEqual([90_000, usage(90_000)]);
    session.appendCompaction("s".repeat(40), first, 90_000);
    expect(estimate()).toMatchObject({ tokens: 30, usageTokens: 0 });
    session.appendMessage(assistant("b", { usage: usage(500) }));
    expect(estimate().tokens).toBe(500);
    session.appendContextEdit(first, null);
    expect(estimate()).toMatchObject({ tokens: 21, usageTokens: 0 });
  });
});
