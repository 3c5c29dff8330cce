import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildSessionContext } from "../../src/session/context/context.ts";
import { decodeLine, encodeLine, isSessionEntry, parseSessionEntries } from "../../src/session/entries/codec.ts";
import type { FileEntry, SessionEntry } from "../../src/session/entries/entry.ts";
import { migrateSessionEntries } from "../../src/session/entries/migrations.ts";
import { assistant, user } from "./messages-for-tests.ts";

const timestamp = "2025-01-01T00:00:00.000Z";
const line = (value: object) => `${JSON.stringify(value)}\n`;

describe("older files", () => {
  test("P-SESS-26, R48: a list becomes a chain, and a counted entry gets its name", () => {
    const entries = parse(
      { type: "session", id: "old", timestamp, cwd: "/old" },
      { type: "message", timestamp, message: user("u1") },
      { type: "message", timestamp, message: assistant("a1") },
      { type: "message", timestamp, message: user("u2") },
      { type: "compaction", timestamp, summary: "sum", firstKeptEntryIndex: 3, tokensBefore: 10 },
    );
    migrateSessionEntries(entries);
    expect(entries[0]).toEqual({ type: "session", version: 3, id: "old", timestamp, cwd: "/old" });
    const tree = entries.slice(1) as SessionEntry[];
    expect(tree.map(({ parentId }) => parentId)).toEqual([null, tree[0]?.id, tree[1]?.id, tree[2]?.id]);
    expect(tree[3]).toEqual(expect.objectContaining({ firstKeptEntryId: tree[2]?.id }));
    expect(tree[3]).not.toHaveProperty("firstKeptEntryIndex");
    expect(buildSessionContext(tree).messages.map(({ role }) => role)).toEqual(["compactionSummary", "user"]);
  });

  test("P-SESS-27: hooks become extensions", () => {
    const message = { role: "hookMessage", customType: "x", content: "c", display: true, timestamp: 1 };
    const entries = parse(
      { type: "session", version: 2, id: "old", timestamp, cwd: "/old" },
      { type: "message", id: "a", parentId: null, timestamp, message },
    );
    migrateSessionEntries(entries);
    expect(entries[1]).toEqual({
      type: "message",
      id: "a",
      parentId: null,
      timestamp,
      message: { ...message, role: "custom" },
    });
  });

  test("P-DIFF-4: the first files of all are read, with results of their old shape", () => {
    const entries = parse(
      { type: "metadata", id: "first", timestamp, cwd: "/first", config: {} },
      { type: "message", message: { role: "user", content: "fix it" } },
      { type: "message", message: { role: "toolResult", toolCallId: "c", output: "done" } },
    );
    migrateSessionEntries(entries);
    expect(entries[0]).toMatchObject({ type: "session", version: 3, id: "first", cwd: "/first" });
    expect(entries[2]).toMatchObject({
      timestamp,
      message: { role: "toolResult", content: [{ type: "text", text: "done" }], isError: false },
    });
  });

  test("P-SESS-28: migrating twice changes nothing, and a newer version is left alone", () => {
    const entries = parse(
      { type: "session", id: "old", timestamp, cwd: "/" },
      { type: "message", timestamp, message: user("u") },
    );
    migrateSessionEntries(entries);
    const once = structuredClone(entries);
    migrateSessionEntries(entries);
    expect(entries).toEqual(once);
    const newer = parse({ type: "session", version: 9, id: "new", timestamp, cwd: "/" });
    migrateSessionEntries(newer);
    expect(newer).toEqual([{ type: "session", version: 9, id: "new", timestamp, cwd: "/" }]);
  });
});

describe("lines", () => {
  test("what is encoded is one line and decodes to the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.jsonValue(), (text, data) => {
        const entry = { type: "custom", id: "a", parentId: null, timestamp, customType: text, data } as SessionEntry;
        const encoded = encodeLine(entry);
        expect(encoded.indexOf("\n")).toBe(encoded.length - 1);
        expect(decodeLine(encoded)).toEqual(JSON.parse(JSON.stringify(entry)));
      }),
    );
  });

  test("no line makes the decoder throw, and only objects with a type are entries", () => {
    const lines = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(lines, (text) => {
        const decoded = decodeLine(text);
        expect(decoded === undefined || typeof decoded.type === "string").toBe(true);
      }),
    );
    const values = [
      "1",
      "null",
      "[]",
      "{}",
      '{"type":1}',
      '{"type":"message","id":"a"}',
      '{"type":"x","id":"a","parentId":null}',
    ];
    const decoded = values.map(decodeLine);
    expect(decoded.map((value) => value !== undefined)).toEqual([false, false, false, false, false, true, true]);
    expect(decoded.slice(5).map((value) => isSessionEntry(value as FileEntry))).toEqual([false, true]);
  });

  test("R52: what a provider keeps on a block while it streams is not written", () => {
    const block = {
      type: "toolCall" as const,
      id: "1",
      name: "read",
      arguments: {},
      partialJson: "{",
      jsonlEvents: [],
    };
    const message = assistant("", { content: [block, { type: "text", text: "t" }] });
    const entry: SessionEntry = { type: "message", id: "a", parentId: null, timestamp, message };
    expect(encodeLine(entry)).not.toMatch(/partialJson|jsonlEvents/);
    expect(message.content[0]).toBe(block);
  });
});

function parse(...values: object[]): FileEntry[] {
  return parseSessionEntries(values.map(line).join(""));
}
