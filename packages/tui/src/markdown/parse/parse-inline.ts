import { type InlineOptions, leavesOpen, parseSegment } from "./parse-segment.ts";
import type { InlineToken } from "./tokens.ts";

/**
 * Parses the inline elements of a paragraph, a heading or a cell. A very long text is parsed in segments, so that when it grows
 * only the last segment is parsed again. The end of a segment depends only on the text before it: a stream gets the same segments.
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

/** The minimum length of a segment. */
const MIN_SEGMENT = 2048;
/** After a candidate end inside an open element, the next candidate is at least this much further. */
const STEP = 256;
/** At this length a segment ends even inside an open element. */
const MAX_SEGMENT = 4096;

/** Returns the end of the segment that begins at `start`; 0 if the text is still too short to know. */
export function segmentEnd(text: string, start: number, options: InlineOptions): number {
  for (let from = start + MIN_SEGMENT; from < text.length; ) {
    const place = nextPlace(text, from, start + MAX_SEGMENT);
    if (place === 0) return 0;
    if (place - start >= MAX_SEGMENT || !leavesOpen(text.slice(start, place), options)) return place;
    from = place + STEP;
  }
  return 0;
}

/** Returns the next place between words, or between sentences without blanks; from the limit on, any place between characters. */
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

/** Returns whether an index is not inside a surrogate pair and not before a blank. */
function isBetween(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code > 0x20 && (code < 0xdc00 || code > 0xdfff);
}
