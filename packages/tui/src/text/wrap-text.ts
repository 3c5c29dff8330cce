import { isPrintableAscii } from "./graphemes.ts";
import { LineWrapper } from "./line-wrapper.ts";
import { StyleState } from "./style-state.ts";

/**
 * Wraps at spaces and between wide characters; a word longer than a line is cut between graphemes. Each line fits `width`,
 * carries the style and hyperlink active at its start, and ends everything that would be visible on padding. Lines are not padded.
 */
export function wrapTextWithAnsi(text: string, width: number): string[] {
  const columns = Math.max(1, Math.floor(width));
  const lines: string[] = [];
  const state = new StyleState();
  for (const line of text.includes("\r") ? text.split(/\r\n?|\n/) : text.split("\n")) {
    if (state.isPlain && isPrintableAscii(line)) wrapAscii(line, columns, lines);
    else {
      const wrapper = new LineWrapper(columns, state, lines);
      wrapper.feed(line);
      wrapper.end();
    }
  }
  return lines;
}

/** Does the same as LineWrapper for the common case, only with indices. */
function wrapAscii(line: string, width: number, lines: string[]): void {
  let start = 0;
  const first = lines.length;
  while (line.length - start > width) {
    const limit = start + width;
    let cut = limit;
    while (cut > start && line.charCodeAt(cut) !== SPACE) cut--;
    if (cut === start) {
      const next = skipSpaces(line, start);
      if (next === start) {
        lines.push(line.slice(start, limit));
        start = limit;
      } else start = next;
      continue;
    }
    const end = trimmedEnd(line, start, cut);
    if (end > start) lines.push(line.slice(start, end));
    start = skipSpaces(line, cut);
  }
  if (start < line.length || lines.length === first) lines.push(line.slice(start));
}

function skipSpaces(line: string, from: number): number {
  let index = from;
  while (line.charCodeAt(index) === SPACE) index++;
  return index;
}

function trimmedEnd(line: string, start: number, from: number): number {
  let end = from;
  while (end > start && line.charCodeAt(end - 1) === SPACE) end--;
  return end;
}

const SPACE = 0x20;
