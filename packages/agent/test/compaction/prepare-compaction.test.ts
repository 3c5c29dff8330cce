import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCutPoint } from "../../src/compaction/cut-point.ts";
import { prepareCompaction } from "../../src/compaction/prepare-compaction.ts";
import type { AgentMessage } from "../../src/contract/messages.ts";
import type { SessionEntry } from "../../src/session/entries/entry.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import { assistant, toolCall, toolResult, usage, user } from "../session/messages-for-tests.ts";

const settings = (keepRecentTokens: number) => ({ enabled: true, reserveTokens: 100, keepRecentTokens });
const long = (mark: string) => mark.padEnd(400, ".");

describe("where to cut", () => {
  test("P-COMP-16, P-COMP-20: at a user message, with at least the wanted tokens kept", () => {
    const path = turns(4);
    expect(findCutPoint(path, 0, 8, 300)).toEqual({ firstKeptEntryIndex: 5, turnStartIndex: 4, isSplitTurn: true });
    expect(findCutPoint(path, 0, 8, 400)).toEqual({ firstKeptEntryIndex: 4, turnStartIndex: -1, isSplitTurn: false });
  });

  test("P-COMP-15, P-COMP-21, P-COMP-22: never at a tool result; inside a turn it is split at the answer", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user("go"));
    session.appendMessage(toolCall("1"));
    session.appendMessage(toolResult("1", long("r1")));
    session.appendMessage(toolCall("2"));
    session.appendMessage(toolResult("2", long("r2")));
    expect(findCutPoint(session.getBranch(), 0, 5, 50)).toEqual({
      firstKeptEntryIndex: 3,
      turnStartIndex: 0,
      isSplitTurn: true,
    });
  });

  test("P-COMP-22: nor at what came in while a call ran", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user("go"));
    session.appendMessage(toolCall("1"));
    session.appendCustomMessageEntry("note", long("note"), true);
    session.appendMessage(user(long("meanwhile")));
    session.appendMessage(toolResult("1", long("r1")));
    session.appendMessage(toolResult("nobody's", long("r2")));
    const split = { turnStartIndex: 0, isSplitTurn: true };
    for (const keep of [150, 250, 350])
      expect(findCutPoint(session.getBranch(), 0, 6, keep)).toEqual({ firstKeptEntryIndex: 1, ...split });
  });

  test("P-COMP-17: without a place to cut, nothing is cut", () => {
    const session = SessionLog.inMemory();
    session.appendModelChange("demo", "x");
    session.appendThinkingLevelChange("high");
    expect(findCutPoint(session.getBranch(), 0, 2, 10)).toEqual({
      firstKeptEntryIndex: 0,
      turnStartIndex: -1,
      isSplitTurn: false,
    });
  });

  test("P-COMP-18: a branch summary and an extension's message begin a turn", () => {
    for (const add of [addBranchSummary, addCustomMessage]) {
      const session = SessionLog.inMemory();
      session.appendMessage(user(long("u1")));
      session.appendMessage(assistant(long("a1")));
      add(session);
      expect(findCutPoint(session.getBranch(), 0, 3, 50)).toEqual({
        firstKeptEntryIndex: 2,
        turnStartIndex: -1,
        isSplitTurn: false,
      });
    }
  });

  test("P-COMP-19, R83: settings before the cut stay with it, up to a compaction", () => {
    const session = SessionLog.inMemory();
    const first = session.appendMessage(user(long("u1")));
    session.appendModelChange("demo", "x");
    session.appendThinkingLevelChange("high");
    session.appendMessage(user(long("u2")));
    expect(findCutPoint(session.getBranch(), 0, 4, 50).firstKeptEntryIndex).toBe(1);
    session.appendCompaction("sum", first, 1);
    session.appendMessage(user(long("u3")));
    expect(findCutPoint(session.getBranch(), 0, 6, 50).firstKeptEntryIndex).toBe(5);
  });
});

describe("what is summarized", () => {
  test("P-COMP-23, P-COMP-25: nothing, right after a compaction or while all of it is recent", () => {
    const session = SessionLog.inMemory();
    expect(prepareCompaction(session.getBranch(), settings(10))).toBeUndefined();
    const first = session.appendMessage(user("short"));
    session.appendMessage(assistant("short"));
    expect(prepareCompaction(session.getBranch(), settings(1000))).toBeUndefined();
    session.appendCompaction("sum", first, 1);
    expect(prepareCompaction(session.getBranch(), settings(0))).toBeUndefined();
  });

  test("P-DIFF-7: what is summarized and what stays are together the whole path", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("u", "a", "t", "m"), { minLength: 1, maxLength: 30 }),
        fc.nat(2000),
        (kinds, keep) => {
          const path = conversation(kinds);
          const preparation = prepareCompaction(path, settings(keep));
          if (!preparation) return;
          const keptFrom = path.findIndex(({ id }) => id === preparation.firstKeptEntryId);
          const kept = messagesOf(path.slice(keptFrom));
          expect([...preparation.messagesToSummarize, ...preparation.turnPrefixMessages, ...kept]).toEqual(
            messagesOf(path),
          );
          expect(kept[0]?.role).not.toBe("toolResult");
          expect(preparation.turnPrefixMessages.length > 0).toBe(preparation.isSplitTurn);
        },
      ),
    );
  });

  test("P-COMP-24, R85: a second compaction covers what the first one kept, and knows its summary", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user(long("u1")));
    session.appendMessage(assistant(long("a1")));
    const kept = session.appendMessage(user(long("u2")));
    session.appendMessage(assistant(long("a2")));
    session.appendCompaction("first summary", kept, 1000);
    session.appendMessage(user(long("u3")));
    session.appendMessage(assistant(long("a3"), { usage: usage(5000) }));
    const preparation = prepareCompaction(session.getBranch(), settings(200));
    expect(preparation?.previousSummary).toBe("first summary");
    expect(marks(preparation?.messagesToSummarize ?? [])).toEqual(["u2", "a2"]);
    expect(preparation?.tokensBefore).toBe(5000);
  });

  test("a cut inside what the first compaction kept shows no old summary twice", () => {
    const session = SessionLog.inMemory();
    const kept = session.appendMessage(user(long("u1")));
    session.appendMessage(assistant(long("a1")));
    session.appendMessage(user(long("u2")));
    session.appendCompaction("first", kept, 1000);
    session.appendMessage(assistant(long("a2")));
    const preparation = prepareCompaction(session.getBranch(), settings(200));
    expect(marks(preparation?.messagesToSummarize ?? [])).toEqual(["u1", "a1"]);
    session.appendCompaction("second", preparation?.firstKeptEntryId as string, 1000);
    expect(session.buildSessionContext().messages.map(({ role }) => role)).toEqual([
      "compactionSummary",
      "user",
      "assistant",
    ]);
  });

  test.each([0, 2, null])("the end of the branch is enough to prepare from, whatever was kept (%s)", (kept) => {
    const session = SessionLog.inMemory();
    const ids = ["u1", "u2", "u3"].map((mark) => session.appendMessage(user(long(mark))));
    session.appendCompaction("sum", kept === null ? null : (ids[kept] as string), 10);
    for (const mark of ["u4", "u5"]) session.appendMessage(user(long(mark)));
    for (const keep of [0, 50, 150, 250, 1000]) {
      expect(prepareCompaction(session.getActiveBranch(), settings(keep))).toEqual(
        prepareCompaction(session.getBranch(), settings(keep)),
      );
    }
  });

  test("a compaction that kept nothing is followed from its own place", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user(long("u1")));
    session.appendCompaction("first", null, 1000);
    session.appendMessage(user(long("u2")));
    session.appendMessage(user(long("u3")));
    expect(marks(prepareCompaction(session.getBranch(), settings(50))?.messagesToSummarize ?? [])).toEqual(["u2"]);
  });

  test("edited and omitted entries count as the model sees them", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user("u1"));
    session.appendMessage(toolCall("1"));
    const result = session.appendMessage(toolResult("1", "x".repeat(4000)));
    const left = session.appendMessage(assistant(long("left out")));
    session.appendContextEdit(result, { content: "[cut]" });
    session.appendContextEdit(left, null);
    session.appendMessage(user(long("u2")));
    const preparation = prepareCompaction(session.getBranch(), settings(100));
    expect(marks(preparation?.messagesToSummarize ?? [])).toEqual(["u1", "", "[cut]"]);
  });

  test("an input too large to stay is summarized once the attempt on it has been left out", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user("u1"));
    session.appendMessage(assistant("a1"));
    session.appendMessage(user("huge".padEnd(4000, ".")));
    const failed = session.appendMessage(assistant("", { stopReason: "error", errorMessage: "too long" }));
    session.appendContextEdit(failed, null);
    const preparation = prepareCompaction(session.getBranch(), settings(100));
    expect(marks(preparation?.messagesToSummarize ?? [])).toEqual(["u1", "a1", "huge"]);
    expect(preparation?.firstKeptEntryId).toBe(failed);
    session.appendCompaction("sum", failed, 1);
    expect(session.buildSessionContext().messages.map(({ role }) => role)).toEqual(["compactionSummary"]);
  });

  test("P-COMP-31, P-COMP-32, R87, R396: files of calls and of our own previous compaction", () => {
    const calls = (fromHook: boolean) => {
      const session = SessionLog.inMemory();
      const first = session.appendMessage(user(long("u0")));
      session.appendCompaction("sum", first, 1, { readFiles: ["old.ts"], modifiedFiles: ["done.ts"] }, fromHook);
      session.appendMessage(user(long("u1")));
      session.appendMessage(toolCall("1", "read", { path: "a.ts" }));
      session.appendMessage(toolResult("1", "text"));
      session.appendMessage(toolCall("2", "edit", { path: "a.ts" }));
      session.appendMessage(toolResult("2", "ok"));
      session.appendMessage(toolCall("3", "write", { path: "b.ts" }));
      session.appendMessage(toolResult("3", "ok"));
      session.appendMessage(user(long("u2")));
      return prepareCompaction(session.getBranch(), settings(50))?.fileOps;
    };
    expect(calls(false)).toEqual({
      read: new Set(["old.ts", "a.ts"]),
      written: new Set(["b.ts"]),
      edited: new Set(["done.ts", "a.ts"]),
    });
    expect(calls(true)).toEqual({ read: new Set(["a.ts"]), written: new Set(["b.ts"]), edited: new Set(["a.ts"]) });
  });
});

function turns(count: number): SessionEntry[] {
  const session = SessionLog.inMemory();
  for (let turn = 0; turn < count; turn++) {
    session.appendMessage(user(long(`u${turn}`)));
    session.appendMessage(assistant(long(`a${turn}`)));
  }
  return session.getBranch();
}

function conversation(kinds: readonly string[]): SessionEntry[] {
  const session = SessionLog.inMemory();
  for (const [index, kind] of kinds.entries()) {
    if (kind === "u") session.appendMessage(user(long(`u${index}`)));
    else if (kind === "a") session.appendMessage(assistant(long(`a${index}`)));
    else if (kind === "m") session.appendThinkingLevelChange("high");
    else {
      session.appendMessage(toolCall(`c${index}`));
      session.appendMessage(toolResult(`c${index}`, long(`r${index}`)));
    }
  }
  return session.getBranch();
}

function messagesOf(entries: readonly SessionEntry[]): AgentMessage[] {
  return entries.flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
}

function marks(messages: readonly AgentMessage[]): string[] {
  return messages.map((message) => {
    const content = (message as { content: string | { text?: string }[] }).content;
    return (typeof content === "string" ? content : (content[0]?.text ?? "")).replace(/\.+$/, "");
  });
}

function addBranchSummary(session: SessionLog): void {
  session.branchWithSummary(session.getLeafId(), long("left"));
}

function addCustomMessage(session: SessionLog): void {
  session.appendCustomMessageEntry("note", long("note"), true);
}
