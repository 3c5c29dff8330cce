import { expect, test } from "vitest";
import { type CompactSessionOptions, compactSession } from "../../src/compaction/compact-session.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, user } from "../session/messages-for-tests.ts";
import { model, scriptedModel } from "./scripted-model.ts";

const settings = { enabled: true, reserveTokens: 1, keepRecentTokens: 200 };

function conversation() {
  const session = SessionLog.inMemory();
  for (const mark of ["1", "2", "3"]) {
    session.appendMessage(user(mark.padEnd(400, ".")));
    session.appendMessage(assistant(mark.padEnd(400, ".")));
  }
  return session;
}

async function run(
  session: SessionLog,
  answer: Parameters<typeof scriptedModel>[0],
  options: Partial<CompactSessionOptions> = {},
) {
  const { streamFn, requests, asked } = scriptedModel(answer);
  const running = compactSession({ session, settings, candidates: [{ model, streamFn }], ...options });
  return { running, requests, asked };
}

test("one entry is written, and the context follows from it", async () => {
  const session = conversation();
  const { running } = await run(session, "sum");
  const outcome = await running;
  expect(outcome).toMatchObject({ status: "compacted", fromExtension: false, result: { summary: "sum" } });
  expect([session.getEntryCount(), session.getLeafEntry()?.type]).toEqual([7, "compaction"]);
  expect(session.buildSessionContext().messages.map(({ role }) => role)).toEqual([
    "compactionSummary",
    "user",
    "assistant",
  ]);
  expect(await (await run(session, "again")).running).toEqual({ status: "nothing-to-compact" });
});

test("P-COMP-37, P-COMP-38, R88: a handler cancels, or brings its own summary, and no model is asked", async () => {
  const session = conversation();
  const cancelled = await run(session, "sum", { beforeCompact: async () => ({ cancel: true }) });
  expect([await cancelled.running, session.getEntryCount()]).toEqual([{ status: "cancelled" }, 6]);
  const own = await run(session, "sum", {
    beforeCompact: async ({ firstKeptEntryId, tokensBefore }, branch) => ({
      compaction: { summary: `of ${branch.length}`, firstKeptEntryId, tokensBefore, details: { mine: true } },
    }),
  });
  expect(await own.running).toMatchObject({ status: "compacted", fromExtension: true });
  expect(session.getLeafEntry()).toMatchObject({ summary: "of 6", details: { mine: true }, fromHook: true });
  expect([...cancelled.requests, ...own.requests]).toEqual([]);
});

test("P-COMP-39, P-COMP-40: a failure, a stop and a session that moved on leave everything as it is", async () => {
  const session = conversation();
  const before = session.getEntries();
  const failed = await run(session, { stopReason: "error", errorMessage: "down" });
  await expect(failed.running).rejects.toThrow("down");
  const stop = new AbortController();
  const stopped = await run(session, "wait", { signal: stop.signal });
  await stopped.asked;
  stop.abort();
  await expect(stopped.running).rejects.toMatchObject({ code: "aborted" });
  const late = new AbortController();
  const ignoring = await run(session, "sum", {
    signal: late.signal,
    beforeCompact: async ({ firstKeptEntryId, tokensBefore }) => {
      late.abort();
      return { compaction: { summary: "s", firstKeptEntryId, tokensBefore } };
    },
  });
  await expect(ignoring.running).rejects.toMatchObject({ code: "aborted" });
  expect(session.getEntries()).toEqual(before);
  const moved = await run(session, "sum", {
    beforeCompact: async () => void session.branch(before[1]?.id ?? "") as undefined,
  });
  await expect(moved.running).rejects.toThrow("went on elsewhere");
  expect(session.getEntries()).toEqual(before);
});

test("what is added to the branch while it is compacted stays behind the summary", async () => {
  const session = conversation();
  const { running } = await run(session, "sum", {
    beforeCompact: async () => {
      session.appendSessionInfo("a name");
      session.appendMessage(user("more"));
      return undefined;
    },
  });
  expect(await running).toMatchObject({ status: "compacted", result: { summary: "sum" } });
  const { messages } = session.buildSessionContext();
  expect(messages.map(({ role }) => role)).toEqual(["compactionSummary", "user", "assistant", "user"]);
  expect(messages.at(-1)).toMatchObject({ content: "more" });
});

test("R100: a stop does not wait for a handler that never answers", async () => {
  const session = conversation();
  const stop = new AbortController();
  const asked = Promise.withResolvers<void>();
  const { running } = await run(session, "unasked", {
    signal: stop.signal,
    beforeCompact: () => {
      asked.resolve();
      return new Promise(() => undefined);
    },
  });
  await asked.promise;
  stop.abort();
  await expect(running).rejects.toMatchObject({ code: "aborted", message: "Compaction was stopped." });
  expect(session.getEntryCount()).toBe(6);
});
