import { type FauxResponseStep, fauxAssistantMessage } from "@tau/ai";
import { expect, onTestFinished, test, vi } from "vitest";
import { IdleCompaction } from "../../../../src/core/session/compaction/idle-compaction.ts";
import { eventually, sessionFor } from "../session-for.ts";

const said = (text: string) => fauxAssistantMessage(text);
const LONG = "many words ".repeat(1500);

/** A session with 60% of its window in use, and the clock in the hands of the test. */
async function halfFull(answers: FauxResponseStep[], idle: Record<string, unknown> = { idleEnabled: true }) {
  const compaction = { keepRecentTokens: 1, reserveTokens: 1000, ...idle };
  const setup = await sessionFor([said("one"), said("two"), ...answers], {
    settings: { compaction, retry: { enabled: false } },
    contextWindow: 8000,
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { session } = setup;
  const waiting = new IdleCompaction({ session: () => session, settings: () => setup.services.settings });
  session.subscribe((event) => waiting.handle(event));
  await session.prompt("first");
  await session.prompt(LONG);
  const compactions = () => setup.events.filter(({ type }) => type.startsWith("compaction"));
  return { setup, session, waiting, compactions };
}

test("R90: a session that is left alone is shortened after a while, and nothing follows", async () => {
  const { setup, session, compactions } = await halfFull([said("A summary"), said("A summary"), said("never")]);
  await using _ = setup;
  vi.advanceTimersByTime(299_999);
  expect(compactions()).toEqual([]);
  vi.advanceTimersByTime(1);
  await eventually(session, () => compactions().length === 2);
  expect(compactions()).toMatchObject([
    { type: "compaction_start", reason: "idle" },
    { type: "compaction_end", reason: "idle", willRetry: false, result: { summary: expect.stringContaining("A sum") } },
  ]);
  await new Promise(setImmediate);
  expect([session.isIdle, setup.faux.getPendingResponseCount()]).toEqual([true, 1]);
});

test("a time that no timer can count is not over at once", async () => {
  const long = { idleEnabled: true, idleTimeoutSeconds: 9_999_999 };
  const { setup, compactions } = await halfFull([said("never")], long);
  await using _ = setup;
  vi.advanceTimersByTime(60_000);
  await new Promise(setImmediate);
  expect(compactions()).toEqual([]);
});

test("R90: whoever touches the keys begins the time anew, and ends what began", async () => {
  const stopped = Promise.withResolvers<void>();
  const slow: FauxResponseStep = async (_context, options) => {
    options?.signal?.addEventListener("abort", () => stopped.resolve());
    waiting.touched();
    await stopped.promise;
    return fauxAssistantMessage("", { stopReason: "aborted" });
  };
  const { setup, session, waiting, compactions } = await halfFull([slow, slow]);
  await using _ = setup;
  vi.advanceTimersByTime(200_000);
  waiting.touched();
  vi.advanceTimersByTime(200_000);
  expect(compactions()).toEqual([]);
  vi.advanceTimersByTime(100_000);
  await eventually(session, () => compactions().length === 2);
  expect(compactions()).toMatchObject([{}, { reason: "idle", aborted: true, result: undefined }]);
  expect(session.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
});

test("compaction.idleTimeoutSeconds is that while", async () => {
  const idle = { idleEnabled: true, idleTimeoutSeconds: 7 };
  const { setup, session, compactions } = await halfFull([said("A summary"), said("A summary")], idle);
  await using _ = setup;
  vi.advanceTimersByTime(6_999);
  expect(compactions()).toEqual([]);
  vi.advanceTimersByTime(1);
  await eventually(session, () => compactions().length === 2);
  expect(compactions()).toMatchObject([{ reason: "idle" }, { reason: "idle", result: {} }]);
});

test.each([
  ["it is not wanted", {}],
  ["little of the window is used", { idleEnabled: true, idleThresholdPercent: 90 }],
  ["nothing is to happen by itself", { idleEnabled: true, strategy: "off" }],
])("a session stays as it is where %s", async (_name, idle) => {
  const { setup, compactions } = await halfFull([said("never")], idle);
  await using _ = setup;
  vi.advanceTimersByTime(1_000_000);
  await new Promise(setImmediate);
  expect(compactions()).toEqual([]);
});
