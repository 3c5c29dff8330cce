import { describe, expect, test } from "vitest";
import { buildSessionContext } from "../../src/session/context/context.ts";
import type { SessionEntry } from "../../src/session/entries/entry.ts";
import { SessionLog } from "../../src/session/session-log.ts";
import type { SessionTreeNode } from "../../src/session/tree.ts";
import { assistant, toolCall, toolResult, usage, user } from "./messages-for-tests.ts";

describe("appending", () => {
  test("P-SESS-2, P-SESS-10, R47: an entry is a child of the leaf and becomes the leaf", () => {
    const session = SessionLog.inMemory("/project");
    const first = session.appendMessage(user("one"));
    const second = session.appendMessage(assistant("two"));
    expect(session.getEntries().map(({ id, parentId }) => ({ id, parentId }))).toEqual([
      { id: first, parentId: null },
      { id: second, parentId: first },
    ]);
    expect([session.getLeafId(), session.getEntryCount()]).toEqual([second, 2]);
  });

  test("every kind of entry is written as the format has it", () => {
    const session = SessionLog.inMemory();
    const target = session.appendMessage(user("one"));
    session.appendThinkingLevelChange("high");
    session.appendModelChange("demo", "scripted");
    session.appendUsage("cache_warm", "demo", "scripted", usage(5), "note");
    session.appendCustomEntry("state", { count: 1 });
    session.appendSessionInfo("  Name ");
    session.appendCustomMessageEntry("note", "text", true, { from: "x" });
    session.appendContextEdit(target, null);
    session.appendLabelChange(target, "here");
    session.appendLabelChange(target, undefined);
    session.appendCompaction("sum", target, 100, { readFiles: [] }, true, usage(1));
    expect(session.getEntries().slice(1).map(withoutPlace)).toEqual([
      { type: "thinking_level_change", thinkingLevel: "high" },
      { type: "model_change", provider: "demo", modelId: "scripted" },
      { type: "usage", kind: "cache_warm", provider: "demo", model: "scripted", usage: usage(5), note: "note" },
      { type: "custom", customType: "state", data: { count: 1 } },
      { type: "session_info", name: "Name" },
      { type: "custom_message", customType: "note", content: "text", display: true, details: { from: "x" } },
      { type: "context_edit", targetId: target, replacement: null },
      { type: "label", targetId: target, label: "here" },
      { type: "label", targetId: target },
      {
        type: "compaction",
        summary: "sum",
        firstKeptEntryId: target,
        tokensBefore: 100,
        details: { readFiles: [] },
        usage: usage(1),
        fromHook: true,
      },
    ]);
  });

  test("P-SESS-3, P-SESS-47: ids are unique, and entries keep the order they came in", () => {
    const session = SessionLog.inMemory();
    const ids = Array.from({ length: 5000 }, (_, index) => session.appendCustomEntry("count", index));
    expect(new Set(ids).size).toBe(5000);
    expect(session.getEntries().map(({ id }) => id)).toEqual(ids);
  });

  test("a compaction that keeps nothing names itself", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user("one"));
    const id = session.appendCompaction("sum", null, 100);
    expect(session.getEntry(id)).toMatchObject({ firstKeptEntryId: id });
    expect(session.buildSessionContext().messages.map(({ role }) => role)).toEqual(["compactionSummary"]);
  });

  test("a summary cannot be smuggled in as a message", () => {
    const summary = { role: "compactionSummary", summary: "s", tokensBefore: 1, timestamp: 1 };
    expect(() => SessionLog.inMemory().appendMessage(summary as never)).toThrow("appendCompaction");
  });

  test("P-SESS-20, P-SESS-21, P-SESS-39: level and model are those of the path", () => {
    const session = SessionLog.inMemory();
    expect(session.buildSessionContext()).toEqual({ messages: [], thinkingLevel: "off", model: null });
    session.appendThinkingLevelChange("high");
    session.appendModelChange("a", "1");
    const here = session.appendMessage(user("one"));
    expect(session.buildSessionContext()).toMatchObject({
      thinkingLevel: "high",
      model: { provider: "a", modelId: "1" },
    });
    session.appendMessage(assistant("two"));
    session.appendThinkingLevelChange("low");
    expect(session.buildSessionContext()).toMatchObject({
      thinkingLevel: "low",
      model: { provider: "demo", modelId: "scripted" },
    });
    session.branch(here);
    expect(session.buildSessionContext()).toMatchObject({
      thinkingLevel: "high",
      model: { provider: "a", modelId: "1" },
    });
  });
});

describe("branches", () => {
  test("P-SESS-11, P-SESS-15: a branch writes nothing, and its context has no sibling", () => {
    const { session, ids } = conversation();
    session.branch(ids[1] as string);
    expect(session.getEntryCount()).toBe(4);
    session.appendMessage(user("other"));
    expect(texts(session)).toEqual(["u1", "a1", "other"]);
    expect(session.getBranch(ids[3]).map(({ id }) => id)).toEqual(ids);
  });

  test("P-SESS-12, R67: an unknown entry throws and moves nothing", () => {
    const { session, ids } = conversation();
    expect(() => session.branch("nowhere")).toThrow(expect.objectContaining({ code: "unknown-entry" }));
    expect(() => session.branchWithSummary("nowhere", "s")).toThrow(expect.objectContaining({ code: "unknown-entry" }));
    expect(() => session.appendLabelChange("nowhere", "x")).toThrow(expect.objectContaining({ code: "unknown-entry" }));
    expect([session.getLeafId(), session.getEntryCount()]).toEqual([ids[3], 4]);
  });

  test("P-SESS-13: after a reset the next entry is a root", () => {
    const { session } = conversation();
    session.resetLeaf();
    expect(session.getLeafId()).toBeNull();
    const root = session.appendMessage(user("again"));
    expect(session.getEntry(root)?.parentId).toBeNull();
    expect(texts(session)).toEqual(["again"]);
  });

  test("P-SESS-14, P-SESS-24, R68: a summary of what was left stands where the new branch begins", () => {
    const { session, ids } = conversation();
    const id = session.branchWithSummary(ids[1] as string, "left", { readFiles: ["a"] });
    expect(withoutPlace(session.getEntry(id) as SessionEntry)).toEqual({
      type: "branch_summary",
      fromId: ids[3],
      summary: "left",
      details: { readFiles: ["a"] },
    });
    expect(session.buildSessionContext().messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "branchSummary",
    ]);
    expect(session.getEntry(session.branchWithSummary(null, "root"))).toMatchObject({ fromId: "root", parentId: null });
  });

  test("P-SESS-34, R69, R70: the tree shows children by age, orphans as roots, and labels", () => {
    const { session, ids } = conversation();
    session.appendLabelChange(ids[0] as string, "start");
    session.branch(ids[0] as string);
    session.appendMessage(user("other"));
    const [root] = session.getTree();
    expect(outline(root as SessionTreeNode)).toEqual({
      u1: [{ a1: [{ u2: [{ a2: [{ label: [] }] }] }] }, { other: [] }],
    });
    expect(root?.label).toBe("start");
    session.appendLabelChange(ids[0] as string, "");
    expect([session.getLabel(ids[0] as string), session.getTree()[0]?.label]).toEqual([undefined, undefined]);
    expect(session.getChildren(ids[0] as string)).toHaveLength(2);
  });

  test("P-SESS-35: the name given last counts", () => {
    const session = SessionLog.inMemory();
    expect(session.getSessionName()).toBeUndefined();
    session.appendSessionInfo("one");
    session.appendSessionInfo("two");
    expect(session.getSessionName()).toBe("two");
    session.appendSessionInfo(" ");
    expect(session.getSessionName()).toBeUndefined();
  });

  test("P-SESS-30, R76: a branched session is the path alone, with its labels", () => {
    const { session, ids } = conversation();
    session.appendLabelChange(ids[1] as string, "mark");
    const fork = session.fork(ids[1] as string);
    expect(fork.getSessionFile()).toBeUndefined();
    expect(fork.getSessionId()).not.toBe(session.getSessionId());
    expect(texts(fork)).toEqual(["u1", "a1"]);
    expect(fork.getLabel(ids[1] as string)).toBe("mark");
    expect([fork.getEntry(ids[3] as string), session.getEntry(ids[3] as string)?.id]).toEqual([undefined, ids[3]]);
  });

  test("a session in memory that is opened again is the same session, at its end", () => {
    const { session, ids } = conversation();
    session.branch(ids[1] as string);
    const again = session.reopen();
    expect([again.getSessionId(), again.getEntries()]).toEqual([session.getSessionId(), session.getEntries()]);
    expect(again.getLeafId()).toBe(session.getEntries().at(-1)?.id);
    expect(session.getReadOnlyReason()?.code).toBe("closed");
  });
});

describe("context", () => {
  test("P-SESS-39: results that came in another order are shown in the order of their calls", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user("u1"));
    session.appendMessage(calling("c1", "c2", "c3"));
    session.appendMessage(toolResult("c3", "done"));
    session.appendCustomEntry("between");
    session.appendMessage(toolResult("c1", "done"));
    const late = session.appendMessage(toolResult("c2", "done"));
    session.appendContextEdit(late, { content: "edited" });
    session.appendMessage(calling("c4", "c5"));
    session.appendMessage(toolResult("c5", "done"));
    session.appendMessage(toolResult("c4", "done"));
    const calls = (messages: readonly { role: string; toolCallId?: string }[]) =>
      messages.flatMap(({ toolCallId }) => toolCallId ?? []);
    const order = ["c1", "c2", "c3", "c4", "c5"];
    expect(calls(session.buildSessionContext().messages)).toEqual(order);
    expect(calls(session.deferContext()())).toEqual(order);
    expect(calls(buildSessionContext(session.getEntries()).messages)).toEqual(order);
    expect(calls(session.readContextEnd((messages) => messages.length > 6).messages)).toEqual(order);
    expect(session.getBranch().map(({ type }) => type)).toContain("custom");
  });

  test("P-SESS-16, P-SESS-17, R58: summary, what was kept, what came after", () => {
    const { session, ids } = conversation();
    session.appendCompaction("sum", ids[2] as string, 50);
    session.appendMessage(user("u3"));
    session.appendMessage(assistant("a3"));
    expect(session.buildSessionContext().messages.map(({ role }) => role)).toEqual([
      "compactionSummary",
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(texts(session)).toEqual(["sum", "u2", "a2", "u3", "a3"]);
  });

  test("P-SESS-25: the same entries give the same context, and stay as they are", () => {
    const session = SessionLog.inMemory();
    const first = session.appendMessage(user("u1"));
    session.appendMessage(assistant("a1"));
    session.appendCompaction("sum", first, 10);
    session.appendContextEdit(first, { content: "edited" });
    const entries = structuredClone(session.getEntries());
    const once = session.buildSessionContext();
    expect(session.buildSessionContext()).toEqual(once);
    expect(buildSessionContext(session.getEntries(), session.getLeafId())).toEqual(once);
    expect(session.getEntries()).toEqual(entries);
  });

  test("P-SESS-18, P-SESS-19: the latest compaction of the path counts, one of another branch does not", () => {
    const { session, ids } = conversation();
    session.appendCompaction("first", ids[2] as string, 50);
    const between = session.appendMessage(user("u3"));
    session.appendCompaction("second", between, 50);
    expect(texts(session)).toEqual(["second", "u3"]);
    session.branch(ids[3] as string);
    expect(texts(session)).toEqual(["u1", "a1", "u2", "a2"]);
  });

  test("P-SESS-22, P-SESS-23, R60: state, labels and names are not shown to the model; custom messages are", () => {
    const { session, ids } = conversation();
    session.appendCustomEntry("state", 1);
    session.appendLabelChange(ids[0] as string, "x");
    session.appendSessionInfo("name");
    session.appendCustomMessageEntry("note", "shown", false);
    expect(texts(session)).toEqual(["u1", "a1", "u2", "a2", "shown"]);
  });

  test("an edit replaces or leaves out one entry, on its branch, the latest edit counting", () => {
    const session = SessionLog.inMemory();
    session.appendMessage(user("u1"));
    session.appendMessage(toolCall("call"));
    const target = session.appendMessage(toolResult("call", "long"));
    session.appendContextEdit(target, { content: "short" });
    const edited = session.buildSessionContext().messages;
    expect(edited[2]).toEqual({ ...toolResult("call", "short") });
    session.appendContextEdit(target, null);
    expect(session.buildSessionContext().messages).toHaveLength(2);
    expect(session.buildSessionProjection().entries.map(({ messages }) => messages.length)).toEqual([1, 1, 0, 0, 0]);
    session.branch(target);
    expect(session.buildSessionContext().messages[2]).toEqual(toolResult("call", "long"));
  });

  test("an edit that another program wrote leaves out the summary of a branch too", () => {
    const at = { parentId: null, timestamp: "2023-11-14T22:13:20.000Z" };
    const summary = { type: "branch_summary", fromId: "root", summary: "elsewhere", id: "a", ...at } as const;
    const edit = { type: "context_edit", targetId: "a", replacement: null, id: "b", ...at, parentId: "a" } as const;
    expect(buildSessionContext([summary], "a").messages).toHaveLength(1);
    expect(buildSessionContext([summary, edit], "b").messages).toEqual([]);
  });

  test("an edit needs a message of the current branch", () => {
    const { session, ids } = conversation();
    const label = session.appendLabelChange(ids[0] as string, "x");
    expect(() => session.appendContextEdit(label, null)).toThrow("adds no message");
    session.branch(ids[0] as string);
    expect(() => session.appendContextEdit(ids[3] as string, null)).toThrow("not on the current branch");
    const note = { role: "custom", customType: "note", content: "a", display: true, timestamp: 1 } as const;
    const noted = session.appendMessage(note);
    expect(() => session.appendContextEdit(noted, { content: "b" })).toThrow("adds no message");
    session.appendContextEdit(session.appendCustomMessageEntry("note", "a", true), { content: "b" });
    expect(session.getLeafEntry()).toMatchObject({ type: "context_edit", replacement: { content: "b" } });
  });

  test("an edit is kept in the shape of the message that it edits", () => {
    const { session, ids } = conversation();
    const edited = (id: string | undefined) => {
      session.appendContextEdit(id as string, { content: "b" });
      return session.getLeafEntry();
    };
    expect(edited(ids[0])).toMatchObject({ replacement: { content: "b" } });
    expect(edited(ids[1])).toMatchObject({ replacement: { content: [{ type: "text", text: "b" }] } });
  });

  test("system messages of the kept part give way to the checkpoint of the compaction", () => {
    const system = { role: "system" as const, content: "old", timestamp: 1 };
    const session = SessionLog.inMemory();
    const kept = session.appendMessage(system);
    session.appendMessage(user("u1"));
    const compaction = session.appendCompaction("sum", kept, 1);
    const entries = session.getEntries();
    Object.assign(session.getEntry(compaction) as SessionEntry, { systemMessage: { ...system, content: "new" } });
    const again = SessionLog.inMemory("/", {}, entries);
    expect(again.buildSessionContext().messages.map((message) => [message.role, textOf(message)])).toEqual([
      ["system", "new"],
      ["compactionSummary", "sum"],
      ["user", "u1"],
    ]);
  });
});

test("entries kept elsewhere open in memory, with their header", () => {
  const { session } = conversation();
  const again = SessionLog.inMemory("/other", {}, [session.getHeader() as never, ...session.getEntries()]);
  expect([again.getSessionId(), again.getEntries()]).toEqual([session.getSessionId(), session.getEntries()]);
});

test("an id that cannot be a file name is refused", () => {
  for (const id of ["", "a/b", "..", "a..b", " x", "a".repeat(129)]) {
    expect(() => SessionLog.inMemory("/", { id })).toThrow(expect.objectContaining({ code: "invalid-id" }));
  }
  expect(SessionLog.inMemory("/", { id: "my-session_1.2" }).getSessionId()).toBe("my-session_1.2");
});

function conversation() {
  const session = SessionLog.inMemory("/project");
  const ids = [user("u1"), assistant("a1"), user("u2"), assistant("a2")].map((message) =>
    session.appendMessage(message),
  );
  return { session, ids };
}

function texts(session: SessionLog): string[] {
  return session.buildSessionContext().messages.map(textOf);
}

function textOf(message: object): string {
  if ("summary" in message) return String(message.summary);
  const content = (message as { content: string | { text?: string }[] }).content;
  return typeof content === "string" ? content : content.map((block) => block.text ?? "").join("");
}

function outline({ entry, children }: SessionTreeNode): Record<string, object> {
  return { [entry.type === "message" ? textOf(entry.message) : entry.type]: children.map(outline) };
}

function withoutPlace({ id: _id, parentId: _parent, timestamp: _time, ...rest }: SessionEntry) {
  return rest;
}

function calling(...ids: string[]) {
  return assistant("", { content: ids.flatMap((id) => toolCall(id).content), stopReason: "toolUse" });
}
