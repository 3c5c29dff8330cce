import fc from "fast-check";
import { expect, test } from "vitest";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, user } from "./messages-for-tests.ts";

const atLeast = (count: number) => (messages: readonly unknown[]) => messages.length >= count;

test("the end of a context is its end, edits applied, and what lies before it is counted", () => {
  const log = SessionLog.inMemory();
  const ids = Array.from({ length: 200 }, (_, index) => log.appendMessage(user(`prompt ${index}`)));
  log.appendContextEdit(ids[190] ?? "", { content: "shorter" });
  log.appendContextEdit(ids[3] ?? "", { content: "not read" });
  const whole = log.buildSessionContext().messages;
  const { messages, before } = log.readContextEnd(atLeast(20));
  expect([messages.length >= 20, messages.length + before]).toEqual([true, 200]);
  expect(messages).toEqual(whole.slice(before));
  expect(JSON.stringify(messages)).toContain("shorter");
});

test("where a compaction or the beginning is within reach, the whole context is given", () => {
  const log = SessionLog.inMemory();
  log.appendMessage(user("first"));
  const kept = log.appendMessage(user("second"));
  log.appendCompaction("Once upon a time", kept, 1000);
  log.appendMessage(assistant("third"));
  const { messages, entries } = log.buildSessionProjection();
  expect(log.readContextEnd(atLeast(1))).toEqual({ messages, entries, before: 0 });
  expect(log.readContextEnd(atLeast(1)).messages[0]?.role).toBe("compactionSummary");
});

test("any end, of any branch, is a suffix of the whole", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 150 }), fc.nat(60), fc.option(fc.nat(149)), (count, wanted, compactedAt) => {
      const log = SessionLog.inMemory();
      for (let index = 0; index < count; index++) {
        const id = log.appendMessage(user(`prompt ${index}`));
        log.appendThinkingLevelChange("high");
        if (index === compactedAt) log.appendCompaction("Before", id, 10);
      }
      const whole = log.buildSessionContext().messages;
      const { messages } = log.readContextEnd(atLeast(wanted));
      expect(messages).toEqual(whole.slice(whole.length - messages.length));
      expect(messages.length >= Math.min(wanted, whole.length)).toBe(true);
      expect(log.hasMessages()).toBe(whole.length > 0);
    }),
  );
});

test("a deferred context is that of the moment it was asked for", () => {
  const log = SessionLog.inMemory();
  log.appendMessage(user("first"));
  const deferred = log.deferContext();
  log.appendMessage(user("second"));
  expect(deferred()).toEqual([user("first")]);
  expect(log.buildSessionContext().messages).toHaveLength(2);
});

test("model and thinking level are known without the messages", () => {
  const log = SessionLog.inMemory();
  log.appendModelChange("demo", "one");
  log.appendThinkingLevelChange("low");
  log.appendMessage(user("go"));
  const { model, thinkingLevel } = log.buildSessionContext();
  expect(log.getContextState()).toEqual({ model, thinkingLevel });
});
