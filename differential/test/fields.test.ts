import { expect, test } from "vitest";
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
