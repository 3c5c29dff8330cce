import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyBackgroundToLine,
  extractSegments,
  getActiveBackgroundAnsi,
  getGraphemeCellRange,
  getOsc8LinkAtColumn,
  hyperlink,
  neutralize,
  sliceByColumn,
  sliceWithWidth,
  stripTerminalSequences,
  truncateToWidth,
  visibleWidth,
} from "../../src/text/index.ts";
import { corpus } from "./corpus.ts";

const RED = "\x1b[31m";
const RESET = "\x1b[0m";

test("truncation counts the ellipsis and ends open styles before it", () => {
  expect(truncateToWidth("Hello World", 8)).toBe("Hello...");
  expect(truncateToWidth("Hello World", 8, "")).toBe("Hello Wo");
  expect(truncateToWidth("Hello", 8)).toBe("Hello");
  expect(truncateToWidth("Hello", 8, "...", true)).toBe("Hello   ");
  expect(truncateToWidth(`${RED}Hello World${RESET}`, 8)).toBe(`${RED}Hello${RESET}...`);
  expect(truncateToWidth("日本語テキスト", 8)).toBe("日本...");
  expect(truncateToWidth("日本語テキスト", 8, "…", true)).toBe("日本語… ");
  expect(truncateToWidth("Hello", 2)).toBe("..");
  expect(truncateToWidth("Hello", 0)).toBe("");
  expect(truncateToWidth("a\tb", 10)).toBe("a   b");
});

test("a truncated text fits, padded it fills exactly", () => {
  fc.assert(
    fc.property(fc.constantFrom(...corpus), fc.integer({ min: 0, max: 30 }), (text, width) => {
      expect(visibleWidth(truncateToWidth(text, width))).toBeLessThanOrEqual(width);
      expect(visibleWidth(truncateToWidth(text, width, "…", true))).toBe(width);
    }),
  );
});

test("a slice starts in the style in force there", () => {
  expect(sliceByColumn(`ab${RED}cdef${RESET}gh`, 3, 2)).toBe(`${RED}de`);
  expect(sliceByColumn(`ab${RED}cdef${RESET}gh`, 5, 3)).toBe(`${RED}f${RESET}gh`);
  expect(sliceByColumn("abc", 5, 2)).toBe("");
});

test("wide characters at the edges of a slice", () => {
  expect(sliceWithWidth("日本語", 0, 3)).toEqual({ text: "日本", width: 4 });
  expect(sliceWithWidth("日本語", 0, 3, true)).toEqual({ text: "日", width: 2 });
  expect(sliceWithWidth("日本語", 1, 3, true)).toEqual({ text: " 本", width: 3 });
});

test("slicing at every column and joining gives the text again", () => {
  fc.assert(
    fc.property(fc.constantFrom(...corpus), fc.integer({ min: 0, max: 40 }), (text, column) => {
      const clean = neutralize(text);
      const range = getGraphemeCellRange(clean, column);
      const cut = range ? range.start : column;
      const { before, after } = extractSegments(clean, cut, cut, 200);
      expect(before + after).toBe(clean);
    }),
  );
});

test("the grapheme and the link under a column", () => {
  expect(getGraphemeCellRange("a日b", 2)).toEqual({ start: 1, end: 3 });
  expect(getGraphemeCellRange("ab", 1)).toEqual({ start: 1, end: 2 });
  expect(getGraphemeCellRange("ab", 2)).toBeUndefined();
  const line = `see ${hyperlink("here", "https://example.org/?a=1;b=2")}.`;
  expect(getOsc8LinkAtColumn(line, 3)).toBeUndefined();
  expect(getOsc8LinkAtColumn(line, 4)).toBe("https://example.org/?a=1;b=2");
  expect(getOsc8LinkAtColumn(line, 8)).toBeUndefined();
});

test("a background lies behind text that resets its own style", () => {
  const blue = (text: string) => `\x1b[44m${text}\x1b[49m`;
  expect(applyBackgroundToLine("ab", 4, blue)).toBe("\x1b[44mab  \x1b[49m");
  expect(applyBackgroundToLine(`${RED}a${RESET}b`, 3, blue)).toBe(`\x1b[44m${RED}a${RESET}\x1b[44mb \x1b[49m`);
  expect(applyBackgroundToLine("\x1b[38;5;0ma", 1, blue)).toBe("\x1b[44m\x1b[38;5;0ma\x1b[49m");
  expect(getActiveBackgroundAnsi(`a\x1b[1;48;2;1;2;3mb${RED}c`)).toBe("\x1b[48;2;1;2;3m");
});

test("neutralized content keeps styles, links, tabs and lines, and nothing else", () => {
  expect(neutralize(`${RED}a${RESET}\tb\nc\r\nd\re`)).toBe(`${RED}a${RESET}\tb\nc\nd\ne`);
  expect(neutralize("\x1b[2J\x1b[Hx\x1b]0;t\x07y\x1bPq\x1b\\z\x1b_Gi=1\x1b\\\x1bcw\x07\x08\x9b5n")).toBe("xyzw5n");
  expect(neutralize("open \x1b]52;c;never closed")).toBe("open ]52;c;never closed");
  expect(neutralize("abc\u202edef\u200b")).toBe("abcdef");
  expect(neutralize("👨‍👩‍👧 ok")).toBe("👨‍👩‍👧 ok");
  expect(stripTerminalSequences(`${RED}a${hyperlink("b", "u:")}${RESET}`)).toBe("ab");
  expect(hyperlink("x", "https://e.org/\x1b]0;t\x07\n\x07")).toBe("\x1b]8;;https://e.org/\x1b\\x\x1b]8;;\x1b\\");
});

test("nothing that is neutralized can make a terminal act", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("\x1b", "[", "]", "0", ";", "m", "H", "\x07", "\\", "8", "\x9b", "P", "a"),
  });
  fc.assert(
    fc.property(hostile, (text) => {
      const clean = neutralize(text);
      expect(clean.replace(/\x1b\[[\d;:]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g, "")).not.toMatch(
        /[\x00-\x08\x0b-\x1f\x7f-\x9f]/,
      );
    }),
  );
});
