import { type InlineOptions, leavesOpen, parseSegment } from "./parse-segment.ts";
import type { InlineToken } from "./tokens.ts";

/**
 * The pieces of a paragraph, a heading or a cell. A very long text is parsed in segments, so that of one that grows only the last
 * segment is parsed again. Where a segment ends depends on nothing behind that place: a stream comes to the same segments as the whole.
 */
export function parseInline(text: string, options: InlineOptions): InlineToken[] {
  const tokens: InlineToken[] = [];
  let start = 0;
  for (let end = segmentEnd(text, 0, options); end > 0; end = segmentEnd(text, start, options)) {
    tokens.push(...parseSegment(text.slice(start, end), options));
    start = end;
  }
  return start === 0 ? parseSegment(text, options) : tokens.concat(parseSegment(text.slice(start), options));
}

/** A segment is at least so long, */
const MIN_SEGMENT = 2048;
/** and ends at the first place so far from the last one that was looked at where nothing is open, */
const STEP = 256;
/** or here, whatever is open. */
const MAX_SEGMENT = 4096;

/** Where the segment that begins at `start` ends; 0 while the text is too short to know. */
export function segmentEnd(text: string, start: number, options: InlineOptions): number {
  for (let from = start + MIN_SEGMENT; from < text.length; ) {
    const place = nextPlace(text, from, start + MAX_SEGMENT);
    if (place === 0) return 0;
    if (place - start >= MAX_SEGMENT || !leavesOpen(text.slice(start, place), options)) return place;
    from = place + STEP;
  }
  return 0;
}

/** The next place between words, or between sentences without blanks; at the limit any place will do. */
function nextPlace(text: string, from: number, limit: number): number {
  for (let index = from; index < text.length; index++) {
    if (index >= limit ? isBetween(text, index) : isAfterBlank(text, index) || isAfterStop(text, index)) return index;
  }
  return 0;
}

function isAfterBlank(text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  return (before === 0x20 || before === 0x0a) && after > 0x20 && after < 0x7f;
}

function isAfterStop(text: string, index: number): boolean {
  const after = text.charCodeAt(index);
  return "。！？".includes(text.charAt(index - 1)) && after >= 0x3041 && after <= 0x9fff;
}

/** Not inside a character. */
function isBetween(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code > 0x20 && (code < 0xdc00 || code > 0xdfff);
}
