import { describe, expect, test } from "vitest";
import { compactWithCandidates, withOtherModels } from "../../src/compaction/compact-with-candidates.ts";
import { type CompactionPreparation, prepareCompaction } from "../../src/compaction/prepare-compaction.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, user } from "../session/messages-for-tests.ts";
import { model, scriptedModel } from "./scripted-model.ts";

const retry = { enabled: true, maxRetries: 2, baseDelayMs: 1 };
const down = { stopReason: "error", errorMessage: "down" } as const;
const broken = { stopReason: "error", errorMessage: "socket closed" } as const;

describe("R395: a model that cannot make the summary is followed by the next", () => {
  test("but not one that was stopped", async () => {
    const [failing, working] = [scriptedModel(down), scriptedModel("made it")];
    const candidates = [failing, working].map(({ streamFn }) => ({ model, streamFn }));
    expect(await compactWithCandidates(prepared(), candidates)).toMatchObject({ summary: "made it" });
    const stop = new AbortController();
    const slow = scriptedModel("wait");
    const running = compactWithCandidates(prepared(), [
      { model, streamFn: slow.streamFn, signal: stop.signal },
      { model, streamFn: working.streamFn, signal: stop.signal },
    ]);
    await slow.asked;
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    expect(working.requests).toHaveLength(1);
  });

  test("also one that cannot even be asked", async () => {
    const working = scriptedModel("made it");
    const locked = () => {
      throw new Error("no key for this model");
    };
    const candidates = [
      { model, streamFn: locked },
      { model, streamFn: working.streamFn },
    ];
    expect(await compactWithCandidates(prepared(), candidates)).toMatchObject({ summary: "made it" });
    await expect(compactWithCandidates(prepared(), candidates.slice(0, 1))).rejects.toThrow("no key for this model");
  });

  test("where all fail, each reason is told; without any model, that", async () => {
    const candidates = [scriptedModel(down), scriptedModel({ ...down, errorMessage: "busy" })].map(
      ({ streamFn }, index) => ({ model: { ...model, id: `m${index}` }, streamFn }),
    );
    await expect(compactWithCandidates(prepared(), candidates)).rejects.toMatchObject({
      code: "failed",
      message:
        "No model could write the summary. demo/m0: Summarization failed: down; demo/m1: Summarization failed: busy",
    });
    await expect(compactWithCandidates(prepared(), [])).rejects.toThrow("no model is configured");
  });

  test("a failure that may pass is tried again first, unless that takes long", async () => {
    const working = scriptedModel("made it");
    const passing = scriptedModel(broken, "the first made it");
    const ask = (first: typeof working, wait = {}) =>
      compactWithCandidates(prepared(), [
        { model, streamFn: first.streamFn, retry: { ...retry, ...wait } },
        { model, streamFn: working.streamFn, retry },
      ]);
    expect(await ask(passing)).toMatchObject({ summary: "the first made it" });
    const slow = scriptedModel(broken);
    expect(await ask(slow, { baseDelayMs: 60_000 })).toMatchObject({ summary: "made it" });
    const limited = scriptedModel({ ...broken, error: { code: "rate-limit", retryAfterMs: 3_600_000 } });
    expect(await ask(limited)).toMatchObject({ summary: "made it" });
    expect([passing, slow, limited].map(({ requests }) => requests.length)).toEqual([2, 1, 1]);
  });

  test("one that would have to leave out the beginning is asked after those that need not", async () => {
    const [small, large] = [scriptedModel("cut"), scriptedModel("whole")];
    const candidates = [
      { model: { ...model, contextWindow: 3000 }, streamFn: small.streamFn },
      { model, streamFn: large.streamFn },
    ];
    expect(await compactWithCandidates(prepared(20_000), candidates)).toMatchObject({ summary: "whole" });
    expect(await compactWithCandidates(prepared(400), candidates)).toMatchObject({ summary: "cut" });
  });
});

test("R395: other models are asked as the session's own is, none twice", () => {
  const own = { model, sessionId: "s", retry };
  const [other, twin] = [
    { ...model, id: "other" },
    { ...model, name: "twin" },
  ];
  expect(withOtherModels(own, [other, twin, other])).toEqual([own, { ...own, model: other }]);
});

function prepared(length = 400): CompactionPreparation {
  const session = SessionLog.inMemory();
  for (const mark of ["1", "2", "3"]) {
    session.appendMessage(user(mark.padEnd(length, ".")));
    session.appendMessage(assistant(mark.padEnd(length, ".")));
  }
  const settings = { enabled: true, reserveTokens: 1, keepRecentTokens: length / 2 };
  return prepareCompaction(session.getBranch(), settings) as CompactionPreparation;
}
