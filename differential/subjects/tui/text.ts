import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { inked, plain, runs, visible } from "../cells.ts";
import { exoticText, looselyStyledText, oddText, plainText, prose, styledProse } from "../texts.ts";

const columns = fc.oneof(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 2, max: 200 }));
const line = looselyStyledText.map((text) => text.replaceAll("\n", " "));

export const textSubjects = [
  subject({
    name: "tui/visible-width",
    inputs: fc.oneof(plainText, exoticText, looselyStyledText),
    runs: 1_000,
    run: ({ tui }, text) => tui.visibleWidth(text),
  }),
  subject({
    name: "tui/visible-width-odd",
    inputs: oddText,
    run: ({ tui }, text) => tui.visibleWidth(text),
  }),
  subject({
    name: "tui/wrap-text-with-ansi",
    inputs: fc.tuple(fc.oneof(prose, styledProse), columns),
    runs: 600,
    run: ({ tui }, [text, width]) =>
      text.includes("\x1b")
        ? tui
            .wrapTextWithAnsi(text, width)
            .map(inked)
            .filter((row) => row.length > 0)
        : tui.wrapTextWithAnsi(text, width).map((row) => row.trimEnd()),
  }),
  subject({
    name: "tui/wrap-text-odd",
    inputs: fc.tuple(fc.oneof(oddText, exoticText, looselyStyledText), fc.integer({ min: 1, max: 8 })),
    run: ({ tui }, [text, width]) => tui.wrapTextWithAnsi(text, width).map(visible),
  }),
  subject({
    name: "tui/truncate-to-width",
    inputs: fc.tuple(line, fc.integer({ min: 0, max: 60 }), fc.constantFrom(undefined, "", "…", "..."), fc.boolean()),
    runs: 500,
    run: ({ tui }, [text, width, ellipsis, pad]) => runs(tui.truncateToWidth(text, width, ellipsis, pad)),
  }),
  subject({
    name: "tui/slice-by-column",
    inputs: fc.tuple(line, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), fc.boolean()),
    runs: 500,
    run: ({ tui }, [text, start, length, strict]) => runs(tui.sliceByColumn(text, start, length, strict)),
  }),
  subject({
    name: "tui/strip-terminal-sequences",
    inputs: fc.oneof(looselyStyledText, exoticText),
    run: ({ tui }, text) => tui.stripTerminalSequences(text),
  }),
  subject({
    name: "tui/osc8-link-at-column",
    inputs: fc.tuple(line, fc.integer({ min: 0, max: 40 })),
    run: ({ tui }, [text, column]) => tui.getOsc8LinkAtColumn(text, column),
  }),
  subject({
    name: "tui/hyperlink",
    inputs: fc.tuple(plainText, fc.constantFrom("https://example.com", "file:///a b", "")),
    run: ({ tui }, [text, url]) => runs(tui.hyperlink(text, url)),
  }),
  subject({
    name: "tui/composite-line",
    inputs: fc.tuple(
      styledProse,
      styledProse,
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 61, max: 80 }),
    ),
    run: ({ tui }, [base, overlay, start, width, total]) =>
      plain(tui.compositeTuiLine(base, overlay, start, width, total)).trimEnd(),
  }),
  subject({
    name: "tui/fuzzy-match",
    inputs: fc.tuple(query(), candidate()),
    runs: 1_000,
    run: ({ tui }, [pattern, text]) => tui.fuzzyMatch(pattern, text).matches,
  }),
  subject({
    name: "tui/fuzzy-score",
    inputs: fc.tuple(query(), candidate()),
    run: ({ tui }, [pattern, text]) => {
      const { score, ...rest } = tui.fuzzyMatch(pattern, text);
      return { ...rest, score: Math.round(score * 1000) / 1000 };
    },
  }),
  subject({
    name: "tui/fuzzy-filter",
    inputs: fc.tuple(fc.array(candidate(), { maxLength: 12 }), query()),
    runs: 500,
    run: ({ tui }, [items, pattern]) => tui.fuzzyFilter(items, pattern, (item) => item).toSorted(),
  }),
];

function candidate(): fc.Arbitrary<string> {
  const parts = [
    "src",
    "main",
    "Main",
    "test",
    "-",
    "_",
    "/",
    ".",
    " ",
    ":",
    "a",
    "b",
    "ab",
    "1",
    "claude",
    "opus",
    "4",
    "gpt",
    "é",
    "漢",
  ];
  return fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((list) => list.join(""));
}

function query(): fc.Arbitrary<string> {
  const parts = ["s", "m", "t", "a", "b", "1", "4", "c", "o", " ", "/", "main", "src", "opus4", "4opus", "A", "é"];
  return fc.array(fc.constantFrom(...parts), { maxLength: 4 }).map((list) => list.join(""));
}
