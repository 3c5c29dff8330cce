import { expect, test } from "vitest";
import { sameContent, sameMessagesJoined } from "../known/contents.ts";
import { fieldDifferences } from "../known/fields.ts";
import { leavesOf } from "../known/leaves.ts";

test("every place where two values differ is named", () => {
  const ours = { a: [{ b: 1 }, { b: 2 }], c: [1], d: 1 };
  const theirs = { a: [{ b: 1 }, { b: 3 }], c: [1, 2], e: 1 };
  const leaves = leavesOf({ ours, theirs });
  expect(leaves.map(({ path }) => path)).toEqual(["a.*.b", "c[length]", "d", "e"]);
});

test("a value is explained if each of its differences has a row", () => {
  const row = (path: string) => ({ status: "open" as const, reason: path, paths: [path], examples: { "ai/x": 1 } });
  const [first, second] = fieldDifferences([row("a (pi)"), row("b")]);
  const both = { input: 1, ours: { b: 1 }, theirs: { a: 1, b: 2 } };
  expect([first?.matches(both), second?.matches(both)]).toEqual([true, true]);
  expect(first?.matches({ input: 1, ours: { b: 1 }, theirs: { b: 2 } })).toBe(false);
  expect(first?.matches({ ...both, theirs: { a: 1, b: 2, c: 3 } })).toBe(false);
});

test("a row may accept some of the differences at its places, by the values and by the input", () => {
  const row = {
    status: "accepted" as const,
    reason: "a is one more",
    paths: ["a"],
    accepts: ({ ours, theirs }: { ours: unknown; theirs: unknown }, input: unknown) =>
      input === 1 && ours === Number(theirs) + 1,
    examples: { "ai/x": 1 },
  };
  const [only] = fieldDifferences([row]);
  expect(only?.matches({ input: 1, ours: { a: 2 }, theirs: { a: 1 } })).toBe(true);
  expect(only?.matches({ input: 1, ours: { a: 3 }, theirs: { a: 1 } })).toBe(false);
  expect(only?.matches({ input: 2, ours: { a: 2 }, theirs: { a: 1 } })).toBe(false);
});

test("a text and its blocks are one content; another text, order or block is not", () => {
  const text = (text: string) => ({ type: "text", text });
  expect(sameContent("a", [text("a")])).toBe(true);
  expect(sameContent([text("a"), text("b")], "a\nb")).toBe(true);
  expect(sameContent([{ ...text("a"), cache_control: { type: "ephemeral" } }], [text("a")])).toBe(true);
  expect(sameContent("a", [text("b")])).toBe(false);
  expect(sameContent([text("a"), { type: "image" }], [{ type: "image" }, text("a")])).toBe(false);
  expect(sameContent(undefined, "a")).toBe(false);
});

test("messages of one role that follow each other are one message, with nothing lost", () => {
  const message = (role: string, ...content: object[]) => ({ role, content });
  const joined = [message("user", { text: "a" }, { text: "b" })];
  expect(sameMessagesJoined(joined, [message("user", { text: "a" }), message("user", { text: "b" })])).toBe(true);
  expect(sameMessagesJoined(joined, [message("user", { text: "a" }), message("assistant", { text: "b" })])).toBe(false);
  expect(sameMessagesJoined(joined, [message("user", { text: "a" })])).toBe(false);
});
