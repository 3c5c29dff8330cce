import { getGraphemeSegmenter, getWordSegmenter } from "../../text/index.ts";
import type { MarkerRange } from "./paste-markers.ts";

/** Returns the next valid cursor position in a line. Skips markers as a whole. */
export function nextBoundary(line: string, col: number, markers: readonly MarkerRange[]): number {
  const marker = markers.find(({ start, end }) => col >= start && col < end);
  if (marker) return marker.end;
  if (col + 1 >= line.length) return line.length;
  if (isAscii(line, col) && isAscii(line, col + 1)) return col + 1;
  const segment = getGraphemeSegmenter().segment(line).containing(col);
  return segment ? segment.index + segment.segment.length : line.length;
}

export function previousBoundary(line: string, col: number, markers: readonly MarkerRange[]): number {
  const marker = markers.find(({ start, end }) => col > start && col <= end);
  if (marker) return marker.start;
  if (col <= 1) return 0;
  if (isAscii(line, col - 1)) return col - 1;
  return (
    getGraphemeSegmenter()
      .segment(line)
      .containing(col - 1)?.index ?? 0
  );
}

/** Returns the nearest valid cursor position at or before `col`. */
export function snapToBoundary(line: string, col: number, markers: readonly MarkerRange[]): number {
  if (col <= 0) return 0;
  if (col >= line.length) return line.length;
  const marker = markers.find(({ start, end }) => col > start && col < end);
  if (marker) return marker.start;
  if (isAscii(line, col) && isAscii(line, col - 1)) return col;
  return getGraphemeSegmenter().segment(line).containing(col)?.index ?? col;
}

/** Yields the words of a text, each marker as one segment. */
export function* wordSegments(text: string, markers: readonly MarkerRange[]): Generator<Intl.SegmentData> {
  let from = 0;
  for (const { start, end } of [...markers, { start: text.length, end: text.length }]) {
    for (const part of getWordSegmenter().segment(text.slice(from, start))) yield { ...part, input: text };
    if (end > start) yield { segment: text.slice(start, end), index: start, input: text, isWordLike: true };
    from = end;
  }
}

function isAscii(line: string, index: number): boolean {
  const code = line.charCodeAt(index);
  return code < 0x80;
}
