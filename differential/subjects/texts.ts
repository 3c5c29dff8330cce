import * as fc from "fast-check";

/** Words and characters on which text code goes wrong: wide, combining, joined, regional, right to left, tabs, lone surrogates. */
const fragments = [
  "a",
  "word",
  "longer-word",
  "two words",
  " ",
  "  ",
  "\t",
  "\n",
  "-",
  ".",
  "/path/to/file",
  "https://example.com/a?b=c",
  "é",
  "e\u0301",
  "漢字",
  "한국어",
  "ｶﾞ",
  "😀",
  "👨‍👩‍👧‍👦",
  "🇩🇪",
  "👍🏽",
  "❤️",
  "☺",
  "✔",
  "ﷺ",
  "עברית",
  "नमस्ते",
  "ไทย",
  "\u200b",
  "\u00ad",
  "\u00a0",
  "…",
  "│",
  "█",
];

/** Text without escape sequences. */
export const plainText = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fragments) }, { weight: 1, arbitrary: fc.string() }), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

const sequences = [
  "\x1b[0m",
  "\x1b[m",
  "\x1b[1m",
  "\x1b[22m",
  "\x1b[2m",
  "\x1b[3m",
  "\x1b[23m",
  "\x1b[4m",
  "\x1b[24m",
  "\x1b[7m",
  "\x1b[27m",
  "\x1b[9m",
  "\x1b[31m",
  "\x1b[39m",
  "\x1b[41m",
  "\x1b[49m",
  "\x1b[38;5;196m",
  "\x1b[48;2;10;20;30m",
  "\x1b[1;31;44m",
  "\x1b]8;;https://example.com\x1b\\",
  "\x1b]8;;\x1b\\",
  "\x1b]8;;https://example.com\x07",
  "\x1b]8;;\x07",
];

/** Text with colours, styles and links. */
export const styledText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...fragments) },
      { weight: 2, arbitrary: fc.constantFrom(...sequences) },
    ),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(""));
