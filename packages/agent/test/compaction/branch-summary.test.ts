import { describe, expect, test } from "vitest";
import {
  collectEntriesForBranchSummary,
  generateBranchSummary,
  prepareBranchEntries,
} from "../../src/compaction/branch-summary.ts";
import type { AgentMessage } from "../../src/contract/messages.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, toolCall, toolResult, usage, user } from "../session/messages-for-tests.ts";
import { model, scriptedModel } from "./scripted-model.ts";

const signal = new AbortController().signal;
const long = (mark: string) => mark.padEnd(400, ".");

describe("what is left", () => {
  test("P-COMP-43: exactly what lies between the old leaf and the common ancestor", () => {
    const session = SessionLog.inMemory();
    const a = session.appendMessage(user("a"));
    session.appendMessage(user("b"));
    const c = session.appendMessage(user("c"));
    session.branch(a);
    const e = session.appendMessage(user("e"));
    const left = collectEntriesForBranchSummary(session, c, e);
    expect([texts(prepareBranchEntries(left.entries).messages), left.commonAncestorId]).toEqual([["b", "c"], a]);
    expect(collectEntriesForBranchSummary(session, c, a).entries).toHaveLength(2);
    expect(collectEntriesForBranchSummary(session, a, c)).toEqual({ entries: [], commonAncestorId: a });
    expect(collectEntriesForBranchSummary(session, null, c)).toEqual({ entries: [], commonAncestorId: null });
    session.resetLeaf();
    const root = session.appendMessage(user("root"));
    expect(collectEntriesForBranchSummary(session, c, root)).toMatchObject({ commonAncestorId: null });
  });

  test("P-COMP-44: a compaction on the way gives its summary", () => {
    const session = SessionLog.inMemory();
    const a = session.appendMessage(user("a"));
    session.appendCompaction("what was", a, 1);
    expect(prepareBranchEntries(session.getBranch()).messages.map(({ role }) => role)).toEqual([
      "user",
      "compactionSummary",
    ]);
  });

  test("P-COMP-45, P-COMP-46, R99: the newest that fits; a summary goes in beyond, while there is some room", () => {
    const session = SessionLog.inMemory();
    const ids = ["1", "2", "3"].map((mark) => session.appendMessage(user(long(mark))));
    const entries = session.getBranch();
    expect(texts(prepareBranchEntries(entries, 250).messages)).toEqual(["2", "3"]);
    expect(prepareBranchEntries(entries, 0).totalTokens).toBe(300);
    session.branch(ids[0] as string);
    session.branchWithSummary(ids[0] as string, long("sum"));
    session.appendMessage(user(long("last")));
    const beyond = prepareBranchEntries(session.getBranch(), 150);
    expect([beyond.messages.map(({ role }) => role), beyond.totalTokens]).toEqual([["branchSummary", "user"], 200]);
    expect(prepareBranchEntries(session.getBranch(), 105).totalTokens).toBe(100);
  });

  test("files of all entries are known, also of those that do not fit and of earlier summaries of our own", () => {
    const session = SessionLog.inMemory();
    const start = session.appendMessage(user("u"));
    session.appendMessage(toolCall("1", "edit", { path: "early.ts" }));
    session.appendMessage(toolResult("1", long("r")));
    session.branchWithSummary(session.getLeafId(), "s", { readFiles: ["seen.ts"], modifiedFiles: [] });
    session.branchWithSummary(session.getLeafId(), "s", { readFiles: ["theirs.ts"], modifiedFiles: [] }, true);
    session.appendMessage(user(long("last")));
    const { fileOps } = prepareBranchEntries(session.getBranch(), 100);
    expect(fileOps).toEqual({ read: new Set(["seen.ts"]), written: new Set(), edited: new Set(["early.ts"]) });
    expect(start).toHaveLength(8);
  });
});

describe("its summary", () => {
  test("P-COMP-47: begins with the preamble and ends with the files", async () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user("u"));
    session.appendMessage(toolCall("1", "read", { path: "a.ts" }));
    const { streamFn, requests } = scriptedModel("what happened");
    const result = await generateBranchSummary(session.getBranch(), {
      model,
      signal,
      streamFn,
      customInstructions: "Be kind.",
    });
    expect(result).toEqual({
      summary: expect.stringMatching(/^The user explored a different conversation branch before returning here\./),
      usage: usage(10),
      readFiles: ["a.ts"],
      modifiedFiles: [],
    });
    expect(result.summary).toMatch(/what happened\n\n<read-files>\na\.ts\n<\/read-files>$/);
    expect(requests[0]?.prompt).toMatch(/## Goal.*Be kind\./);
  });

  test("instructions can replace ours", async () => {
    const { streamFn, requests } = scriptedModel("s");
    const options = { model, signal, streamFn, customInstructions: "One line.", replaceInstructions: true };
    await generateBranchSummary(branch(), options);
    expect(requests[0]?.prompt).toContain("One line.");
    expect(requests[0]?.prompt).not.toContain("## Goal");
  });

  test("P-COMP-48: nothing left means no request", async () => {
    const { streamFn, requests } = scriptedModel("s");
    expect(await generateBranchSummary([], { model, signal, streamFn })).toEqual({
      summary: "No content to summarize",
    });
    expect(requests).toEqual([]);
  });

  test("P-COMP-49: a stop and a failure are results", async () => {
    const stop = new AbortController();
    const { streamFn, asked } = scriptedModel("wait");
    const running = generateBranchSummary(branch(), { model, signal: stop.signal, streamFn });
    await asked;
    stop.abort();
    expect(await running).toEqual({ aborted: true });
    const failing = scriptedModel({ stopReason: "error", errorMessage: "down" });
    expect(await generateBranchSummary(branch(), { model, signal, ...failing })).toEqual({
      error: "Branch summary failed: down",
    });
  });
});

function branch() {
  const session = SessionLog.inMemory();
  session.appendMessage(user("u"));
  session.appendMessage(assistant("a"));
  return session.getBranch();
}

function texts(messages: readonly AgentMessage[]): string[] {
  return messages.map((message) => String((message as { content: unknown }).content).replace(/\.+$/, ""));
}
