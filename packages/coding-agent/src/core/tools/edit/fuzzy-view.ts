import { type TextView, TextViewBuilder } from "./text-view.ts";

/**
 * Returns a simplified view of the text: no blanks at line ends; plain quotes, dashes and spaces; compatibility forms
 * of characters (fullwidth punctuation, ligatures) replaced by plain ones.
 */
export function fuzzyView(content: string): TextView {
  const builder = new TextViewBuilder(content.length);
  let start = 0;
  while (start <= content.length) {
    const newline = content.indexOf("\n", start);
    const end = newline === -1 ? content.length : newline;
    addLine(builder, content.slice(start, end), start);
    if (newline === -1) break;
    const isCrlf = newline > start && content[newline - 1] === "\r";
    builder.add("\n", isCrlf ? newline - 1 : newline, newline + 1);
    start = newline + 1;
  }
  return builder.build();
}

export function normalizeForFuzzyMatch(text: string): string {
  // Most lines are plain; a view of each line of a large file would take minutes.
  if (IS_ASCII_LINE.test(text)) return text.slice(0, trailingBlanksStart(text));
  return fuzzyView(text).text;
}

/** Longer lines stay as they are apart from blanks at their end: to look at each of their characters would take seconds. */
const MOST_SEGMENTED = 1_000_000;

function addLine(builder: TextViewBuilder, line: string, offset: number): void {
  const body = line.slice(0, trailingBlanksStart(line));
  if (body.length > MOST_SEGMENTED || IS_ASCII.test(body)) {
    builder.copy(body, offset);
    return;
  }
  for (const { segment, index } of graphemes().segment(body)) {
    builder.add(plain(segment), offset + index, offset + index + segment.length);
  }
}

/** Returns where the trailing blanks start. Uses a loop, because a regular expression is quadratic in a line of many blanks. */
function trailingBlanksStart(line: string): number {
  let end = line.length;
  while (end > 0 && BLANK.test(line[end - 1] ?? "")) end--;
  return end;
}

function plain(grapheme: string): string {
  const normal = grapheme.normalize("NFKC");
  return normal.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"').replace(DASHES, "-").replace(SPACES, " ");
}

let segmenter: Intl.Segmenter | undefined;

function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter;
}

const IS_ASCII_LINE = /^[\x00-\x09\x0b-\x7f]*$/;
const IS_ASCII = /^[\x00-\x7f]*$/;
const BLANK = /[\s\u200b]/;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
