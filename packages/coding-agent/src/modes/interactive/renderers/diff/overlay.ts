import type { Span } from "./changed-words.ts";

const STYLE = /\x1b\[[\d;:]*m/g;

/** Adds a style to parts of an already styled text. Offsets count visible characters. */
export function overlay(styled: string, spans: readonly Span[], open: string, close: string): string {
  let result = "";
  let shown = 0;
  let from = 0;
  const marks = spans.flatMap(([start, end]) => [
    { at: start, sequence: open },
    { at: end, sequence: close },
  ]);
  const plain = (end: number) => {
    while (from < end) {
      const mark = marks[0];
      const stop = mark ? Math.min(end, from + mark.at - shown) : end;
      result += styled.slice(from, stop);
      shown += stop - from;
      from = stop;
      if (!mark || mark.at !== shown) continue;
      result += mark.sequence;
      marks.shift();
    }
  };
  for (const match of styled.matchAll(STYLE)) {
    plain(match.index);
    result += match[0];
    from = match.index + match[0].length;
  }
  plain(styled.length);
  return result + marks.map(({ sequence }) => sequence).join("");
}
