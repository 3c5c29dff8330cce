import { stripTerminalSequences } from "@tau/tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedWords } from "../../../../src/modes/interactive/renderers/diff/changed-words.ts";
import { EditedFile } from "../../../../src/modes/interactive/renderers/diff/edited-file.ts";
import { replacementLines } from "../../../../src/modes/interactive/renderers/diff/index.ts";
import { overlay } from "../../../../src/modes/interactive/renderers/diff/overlay.ts";
import { pairChanges } from "../../../../src/modes/interactive/renderers/diff/pair-changes.ts";

test("the words that differ are found, in several places of a line", () => {
  const before = "const total = add(first, second);";
  const after = "const sum = add(first, third);";
  const words = changedWords(before, after);
  expect(words?.before.map(([start, end]) => before.slice(start, end))).toEqual(["total", "second"]);
  expect(words?.after.map(([start, end]) => after.slice(start, end))).toEqual(["sum", "third"]);
});

test("lines with little in common are not compared word by word", () => {
  expect(changedWords("return a;", "throw new Error(message);")).toBeUndefined();
});

test("what is outside of the changed words is the same on both sides", () => {
  const line = fc
    .array(fc.constantFrom("a", "b", " ", "(", "word", "é"), { maxLength: 20 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(line, line, (before, after) => {
      const words = changedWords(before, after);
      if (!words) return;
      const rest = (text: string, spans: readonly (readonly [number, number])[]) =>
        [...spans].reverse().reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), text);
      const compact = (text: string) => text.replace(/\s/g, "");
      expect(compact(rest(before, words.before))).toBe(compact(rest(after, words.after)));
    }),
  );
});

test("a removed line is compared with the added line that is like it, however many there are", () => {
  const lines = [
    { kind: "removed", text: "sum += Number(line);" },
    { kind: "added", text: "if (isBad) throw problem;" },
    { kind: "added", text: "sum += value(line);" },
  ] as const;
  const changes = pairChanges(lines);
  expect([...changes].map(([{ text }, spans]) => spans.map(([start, end]) => text.slice(start, end)))).toEqual([
    ["Number"],
    ["value"],
  ]);
});

test("a replacement is placed in its file: numbers on both sides, and the lines around it", () => {
  const file = new EditedFile(["one", "two", "three", "four", "five", "six"].join("\n"));
  const lines = replacementLines("three\nfour", "three\n3.5\nFOUR", true);
  expect(file.place(lines, "three\nfour", 10)).toEqual([
    { kind: "same", text: "one", oldNumber: 1, newNumber: 11 },
    { kind: "same", text: "two", oldNumber: 2, newNumber: 12 },
    { kind: "same", text: "three", oldNumber: 3, newNumber: 13 },
    { kind: "removed", text: "four", oldNumber: 4 },
    { kind: "added", text: "3.5", newNumber: 14 },
    { kind: "added", text: "FOUR", newNumber: 15 },
    { kind: "same", text: "five", oldNumber: 5, newNumber: 16 },
    { kind: "same", text: "six", oldNumber: 6, newNumber: 17 },
  ]);
  expect(file.place(lines, "seven", 0)).toBeUndefined();
});

test("a replacement that begins or ends within a line is shown as whole lines", () => {
  const file = new EditedFile("if (a) {\n  call(one, two);\n}\n");
  expect(file.edges("one, ")).toEqual({ before: "  call(", after: "two);" });
  expect(file.edges("  call(one, two);\n")).toEqual({ before: "", after: "}" });
  expect(file.edges("if")).toEqual({ before: "", after: " (a) {" });
  expect(file.edges("gone")).toBeUndefined();
});

test("a style is laid over a text that has styles, and changes no character", () => {
  expect(overlay("\x1b[31mone\x1b[39m two", [[1, 5]], "<", ">")).toBe("\x1b[31mo<ne\x1b[39m t>wo");
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "b", "\x1b[31m") }),
      fc.nat(8),
      fc.nat(8),
      (text, start, length) => {
        const shown = stripTerminalSequences(text);
        const end = Math.min(shown.length, start + length);
        if (start >= end) return;
        expect(stripTerminalSequences(overlay(text, [[start, end]], "\x1b[1m", "\x1b[22m"))).toBe(shown);
      },
    ),
  );
});

test("a replacement that is being written keeps what it has in common at its start", () => {
  expect(replacementLines("a\nb\nc", "a\nx", false)).toEqual([
    { kind: "same", text: "a" },
    { kind: "removed", text: "b" },
    { kind: "removed", text: "c" },
    { kind: "added", text: "x" },
  ]);
  expect(replacementLines("a\nb\nc", "a\nx\nc", true).map(({ kind }) => kind)).toEqual([
    "same",
    "removed",
    "added",
    "same",
  ]);
});
