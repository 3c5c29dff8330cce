import * as fc from "fast-check";

const words = [
  "a",
  "word",
  "longer-word",
  "two words",
  " ",
  "  ",
  "\n",
  "-",
  ".",
  "/path/to/file",
  "https://example.com/a?b=c",
];
const wide = ["é", "e\u0301", "漢字", "한국어", "😀", "👍🏽", "🇩🇪", "עברית", "…", "│", "█"];
/** Clusters whose width terminals disagree about, and scripts without spaces. */
const exotic = ["ｶﾞ", "👨‍👩‍👧‍👦", "❤️", "☺", "✔", "ﷺ", "नमस्ते", "ไทย", "\u00a0"];

function text(fragments: readonly string[], maxLength = 12): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...fragments), { maxLength }).map((parts) => parts.join(""));
}

/** Text without escape sequences: words, accents, wide characters, emoji, right to left. */
export const plainText = text([...words, ...wide]);

/** The same with characters that are hard to measure and to break. */
export const exoticText = text([...words, ...wide, ...exotic]);

const styles: readonly (readonly [string, string])[] = [
  ["\x1b[1m", "\x1b[22m"],
  ["\x1b[3m", "\x1b[23m"],
  ["\x1b[4m", "\x1b[24m"],
  ["\x1b[31m", "\x1b[39m"],
  ["\x1b[38;5;196m", "\x1b[39m"],
  ["\x1b[41m", "\x1b[49m"],
  ["\x1b[48;2;10;20;30m", "\x1b[49m"],
  ["\x1b]8;;https://example.com\x1b\\", "\x1b]8;;\x1b\\"],
  ["\x1b]8;;https://example.com\x07", "\x1b]8;;\x07"],
];

/** Text whose styles open and close in any order. */
export const looselyStyledText = text([...words, ...wide, ...styles.flat(), "\x1b[m", "\x1b[7m", "\x1b[1;31;44m"], 14);

/** Characters without a width of their own: tabs, controls, joiners alone, soft hyphens, lone surrogates. */
export const oddText = text(
  [
    "a",
    " ",
    "漢",
    "\t",
    "\u200b",
    "\u00ad",
    "\u200d",
    "\ufe0f",
    "\u0301",
    "\r",
    "\x07",
    "\b",
    "\x7f",
    "\x00",
    "\ud800",
    "\u2028",
  ],
  4,
);

const proseWords = [
  "a",
  "word",
  "longer-word",
  "é",
  "e\u0301",
  "漢字",
  "한국어",
  "😀",
  "🇩🇪",
  "עברית",
  "/path/to/file",
  "x".repeat(25),
  ".",
];

/** Words with one blank or line break between them: every library breaks its lines at the same places. */
export const prose = fc
  .array(fc.tuple(fc.constantFrom(...proseWords), fc.constantFrom(" ", " ", "\n")), { maxLength: 12 })
  .map((parts) =>
    parts
      .map((part) => part.join(""))
      .join("")
      .trimEnd(),
  );

/** The same with closed styles around some words. */
export const styledProse = fc
  .array(fc.tuple(fc.constantFrom(...proseWords), fc.constantFrom(undefined, undefined, ...styles)), { maxLength: 12 })
  .map((parts) => parts.map(([word, style]) => (style ? `${style[0]}${word}${style[1]}` : word)).join(" "));
