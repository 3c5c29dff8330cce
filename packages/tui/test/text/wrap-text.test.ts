import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stripTerminalSequences } from "../../src/text/neutralize.ts";
import { visibleWidth } from "../../src/text/visible-width.ts";
import { wrapTextWithAnsi } from "../../src/text/wrap-text.ts";
import { corpus } from "./corpus.ts";
import { drawOnTerminal } from "./screen.ts";

const RED = "\x1b[31m";
const RESET = "\x1b[0m";

describe("where lines break", () => {
  test("at spaces, which are dropped there", () => {
    expect(wrapTextWithAnsi("This is a long line that needs wrapping", 20)).toEqual([
      "This is a long line",
      "that needs wrapping",
    ]);
    expect(wrapTextWithAnsi("one   two", 5)).toEqual(["one", "two"]);
  });

  test("a word longer than a line begins a line and is cut", () => {
    expect(wrapTextWithAnsi("see abcdefghij x", 4)).toEqual(["see", "abcd", "efgh", "ij x"]);
  });

  test("between wide characters, but not before closing punctuation", () => {
    expect(wrapTextWithAnsi("日本語です。", 6)).toEqual(["日本語", "です。"]);
    expect(wrapTextWithAnsi("日本語です。", 10)).toEqual(["日本語で", "す。"]);
  });

  test("at line feeds, keeping empty lines and indentation", () => {
    expect(wrapTextWithAnsi("a\n\n  b\r\nc", 10)).toEqual(["a", "", "  b", "c"]);
    expect(wrapTextWithAnsi("", 10)).toEqual([""]);
  });

  test("tabs become spaces", () => {
    expect(wrapTextWithAnsi("a\tb", 10)).toEqual(["a   b"]);
  });

  test("a character wider than the terminal is replaced, never overflows", () => {
    expect(wrapTextWithAnsi("a日b", 1)).toEqual(["a", "?", "b"]);
    expect(wrapTextWithAnsi("ab", 0)).toEqual(["a", "b"]);
  });
});

describe("style across lines", () => {
  test("colour is resumed on the next line", () => {
    expect(wrapTextWithAnsi(`${RED}hello world${RESET}`, 5)).toEqual([`${RED}hello`, `${RED}world${RESET}`]);
  });

  test("underline and background end with the line and resume on the next", () => {
    expect(wrapTextWithAnsi("\x1b[4;48;5;0mab cd\x1b[0m", 2)).toEqual([
      "\x1b[4;48;5;0mab\x1b[24;49m",
      "\x1b[4;48;5;0mcd\x1b[0m",
    ]);
  });

  test("P-TUI-11: a hyperlink ends with the line and resumes on the next", () => {
    const open = "\x1b]8;;https://example.org\x1b\\";
    expect(wrapTextWithAnsi(`${open}ab cd\x1b]8;;\x1b\\`, 2)).toEqual([
      `${open}ab\x1b]8;;\x07`,
      `${open}cd\x1b]8;;\x1b\\`,
    ]);
  });

  test("style set in one source line holds in the next", () => {
    expect(wrapTextWithAnsi(`${RED}a\nb${RESET}\nc`, 5)).toEqual([`${RED}a`, `${RED}b${RESET}`, "c"]);
  });
});

test("hostile sequences do not survive wrapping", () => {
  expect(wrapTextWithAnsi("a\x1b[2Jb\x1b]0;title\x07c\x1b]52;c;AAAA\x07d\x1b[10;10He\x9b1mf\x07", 80)).toEqual([
    "abcde1mf",
  ]);
});

test("every line fits, and no visible character is lost or moved", () => {
  const piece = fc.oneof(
    fc.constantFrom(...corpus),
    fc.constantFrom(RED, RESET, "\x1b[1;4m", "\x1b[38;2;1;2;3m", " ", "   ", "\n", "\t", "\x1b[2J"),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.integer({ min: 2, max: 30 }), (pieces, width) => {
      const text = pieces.join("");
      const lines = wrapTextWithAnsi(text, width);
      expect(lines.filter((line) => visibleWidth(line) > width)).toEqual([]);
      // A cluster wider than the whole line has a test of its own.
      if (clusters(text).some((cluster) => visibleWidth(cluster) > width)) return;
      expect(compact(lines.join(""))).toBe(compact(text));
    }),
  );
});

test("a cluster wider than the whole line is shown as a question mark", () => {
  const note = "\u{1d158}\u{1d165}\u{1d16e}";
  expect([visibleWidth(note), wrapTextWithAnsi(note, 2), wrapTextWithAnsi(note, 3)]).toEqual([3, ["?"], [note]]);
});

function clusters(text: string): string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}

test("plain and styled text break at the same places", () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom("a", "b", " ", " ", "-"), maxLength: 12 }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 12 }), (parts, width) => {
      const text = parts.join(" ");
      const styled = wrapTextWithAnsi(`${RED}${text}`, width).map((line) => stripTerminalSequences(line));
      expect(wrapTextWithAnsi(text, width)).toEqual(styled);
    }),
  );
});

test.each(corpus)("a terminal of the same width shows %j as wrapped, with no wrap of its own", async (text) => {
  const lines = wrapTextWithAnsi(text, 9);
  const screen = await drawOnTerminal(lines.join("\r\n"), 10, 20);
  expect(screen.rows.slice(0, lines.length)).toEqual(lines.map((line) => line.trimEnd()));
});

function compact(text: string): string {
  return stripTerminalSequences(text).replace(/[\s\u3000]+/gu, "");
}

test("a style or hyperlink that begins after the blank where a line breaks begins the next line", () => {
  expect(wrapTextWithAnsi("one \x1b[31mtwo\x1b[39m", 4)).toEqual(["one", "\x1b[31mtwo\x1b[39m"]);
  expect(wrapTextWithAnsi("one \x1b]8;;https://a.b\x07two\x1b]8;;\x07", 4)).toEqual([
    "one",
    "\x1b]8;;https://a.b\x07two\x1b]8;;\x07",
  ]);
});

test("a style that begins within a word longer than the line stays where it is", () => {
  expect(wrapTextWithAnsi("abcdef\x1b[31mghij\x1b[39mkl m", 4)).toEqual([
    "abcd",
    "ef\x1b[31mgh",
    "\x1b[31mij\x1b[39mkl",
    "m",
  ]);
});
