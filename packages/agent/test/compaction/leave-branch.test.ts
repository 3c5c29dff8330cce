import { expect, test } from "vitest";
import { type LeaveBranchOptions, leaveBranch, type TreePreparation } from "../../src/compaction/leave-branch.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, usage, user } from "../session/messages-for-tests.ts";
import { model, scriptedModel } from "./scripted-model.ts";

function twoBranches() {
  const session = SessionLog.inMemory();
  const target = session.appendMessage(user("question"));
  session.appendMessage(assistant("answer"));
  const oldLeaf = session.appendMessage(user("a way that led nowhere"));
  return { session, target, oldLeaf };
}

async function leave(
  { session, target }: { session: SessionLog; target: string },
  answers: Parameters<typeof scriptedModel>,
  options: Partial<LeaveBranchOptions> = {},
) {
  const { streamFn, requests } = scriptedModel(...answers);
  const signal = new AbortController().signal;
  const outcome = await leaveBranch({ session, targetId: target, request: { model, streamFn }, signal, ...options });
  return { outcome, requests };
}

test("without a summary the leaf moves and nothing is written", async () => {
  const tree = twoBranches();
  const { outcome, requests } = await leave(tree, ["unasked"]);
  expect(outcome).toEqual({ status: "moved", summaryEntry: undefined, fromExtension: false });
  expect([tree.session.getLeafId(), tree.session.getEntryCount(), requests]).toEqual([tree.target, 3, []]);
  await leave(tree, [], { leafId: null });
  expect(tree.session.getLeafId()).toBeNull();
});

test("P-COMP-47, R74: a summary of what is left hangs below the target, with its files and its cost", async () => {
  const { session, target, oldLeaf } = twoBranches();
  const { outcome } = await leave({ session, target }, ["what was tried"], { summarize: true, label: "back" });
  expect(outcome).toMatchObject({
    status: "moved",
    fromExtension: false,
    summaryEntry: {
      parentId: target,
      fromId: oldLeaf,
      summary: expect.stringContaining("what was tried"),
      details: { readFiles: [], modifiedFiles: [] },
      usage: usage(10),
    },
  });
  const entry = outcome.status === "moved" ? outcome.summaryEntry : undefined;
  expect(entry).not.toHaveProperty("fromHook");
  expect(session.getLabel(entry?.id as string)).toBe("back");
});

test("R78: another sees what is to happen, and may cancel it", async () => {
  const tree = twoBranches();
  const seen: TreePreparation[] = [];
  const { outcome } = await leave(tree, ["unasked"], {
    summarize: true,
    customInstructions: "mind the tests",
    beforeLeave: async (preparation) => {
      seen.push(preparation);
      return { cancel: true };
    },
  });
  expect(outcome).toEqual({ status: "cancelled" });
  expect(seen).toEqual([
    {
      targetId: tree.target,
      oldLeafId: tree.oldLeaf,
      commonAncestorId: tree.target,
      entriesToSummarize: tree.session.getBranch().slice(1),
      userWantsSummary: true,
      customInstructions: "mind the tests",
    },
  ]);
  expect([tree.session.getLeafId(), tree.session.getEntryCount()]).toEqual([tree.oldLeaf, 3]);
});

test("another's summary is taken with its details and cost and marked as such, and no model is asked", async () => {
  const tree = twoBranches();
  const { outcome, requests } = await leave(tree, ["unasked"], {
    summarize: true,
    beforeLeave: async () => ({
      summary: { summary: "mine", details: { by: "me" }, usage: usage(7) },
      label: "mine too",
    }),
  });
  expect(outcome).toMatchObject({
    fromExtension: true,
    summaryEntry: { summary: "mine", details: { by: "me" }, usage: usage(7), fromHook: true },
  });
  const entry = outcome.status === "moved" ? outcome.summaryEntry : undefined;
  expect([tree.session.getLabel(entry?.id as string), requests]).toEqual(["mine too", []]);
});

test("a summary nobody wants is not taken", async () => {
  const tree = twoBranches();
  const { outcome } = await leave(tree, [], { beforeLeave: async () => ({ summary: { summary: "mine" } }) });
  expect(outcome).toEqual({ status: "moved", summaryEntry: undefined, fromExtension: false });
  expect(tree.session.getEntryCount()).toBe(3);
});

test("another's instructions and label stand in place of the user's; what it leaves open stays", async () => {
  const tree = twoBranches();
  const { requests } = await leave(tree, ["sum"], {
    summarize: true,
    customInstructions: "the user's",
    label: "the user's",
    beforeLeave: async () => ({ customInstructions: "only decisions", replaceInstructions: true }),
  });
  expect(requests[0]?.prompt).toContain("only decisions");
  expect(requests[0]?.prompt).not.toContain("the user's");
  expect(requests[0]?.prompt).not.toContain("Pay special attention");
  expect(tree.session.getLeafEntry()).toMatchObject({ type: "label", label: "the user's" });
});

test("P-COMP-48: where nothing is left behind, no model is asked", async () => {
  const { session, target, oldLeaf } = twoBranches();
  session.branch(target);
  const { outcome, requests } = await leave({ session, target: oldLeaf }, ["unasked"], { summarize: true });
  expect([outcome, requests, session.getLeafId()]).toEqual([
    { status: "moved", summaryEntry: undefined, fromExtension: false },
    [],
    oldLeaf,
  ]);
});

test("P-COMP-49, R73: a stop does not wait for one who never answers", async () => {
  const tree = twoBranches();
  const stop = new AbortController();
  const asked = Promise.withResolvers<void>();
  const leaving = leave(tree, ["unasked"], {
    signal: stop.signal,
    beforeLeave: () => {
      asked.resolve();
      return new Promise(() => undefined);
    },
  });
  await asked.promise;
  stop.abort();
  expect([(await leaving).outcome, tree.session.getLeafId()]).toEqual([{ status: "aborted" }, tree.oldLeaf]);
});

test("P-COMP-39: a failure, a stop and a session that went on leave everything as it is", async () => {
  const tree = twoBranches();
  const before = tree.session.getEntries();
  const failure = leave(tree, [{ stopReason: "error", errorMessage: "down" }], { summarize: true });
  await expect(failure).rejects.toThrow("down");
  const stop = new AbortController();
  const stopped = await leave(tree, ["wait"], {
    summarize: true,
    signal: stop.signal,
    beforeLeave: async () => {
      stop.abort();
      return undefined;
    },
  });
  expect(stopped.outcome).toEqual({ status: "aborted" });
  expect([tree.session.getEntries(), tree.session.getLeafId()]).toEqual([before, tree.oldLeaf]);
  const moved = leave(tree, ["sum"], {
    beforeLeave: async () => void tree.session.appendMessage(user("more")) as undefined,
  });
  await expect(moved).rejects.toThrow("went on");
});

test("a session that gets a name meanwhile moves all the same; one that goes on does not", async () => {
  const named = twoBranches();
  const beforeLeave = (change: () => void) => async () => {
    change();
    return undefined;
  };
  const naming = beforeLeave(() => void named.session.appendSessionInfo("A name"));
  const { outcome } = await leave(named, ["what was tried"], { summarize: true, beforeLeave: naming });
  expect(outcome.status).toBe("moved");
  expect(named.session.getSessionName()).toBe("A name");
  const gone = twoBranches();
  const talking = beforeLeave(() => void gone.session.appendMessage(user("one more thing")));
  await expect(leave(gone, ["what was tried"], { summarize: true, beforeLeave: talking })).rejects.toThrow("went on");
});
