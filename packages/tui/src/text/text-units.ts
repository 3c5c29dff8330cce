import { clusterWidth, codePointWidth } from "./cluster-width.ts";
import { escapeSequenceEnd } from "./escape-sequence.ts";
import { getGraphemeSegmenter } from "./graphemes.ts";

/**
 * The units of a line of terminal text.
 * - `run`: printable ASCII, one cell per character, so it may be cut anywhere.
 * - `cluster`: one grapheme cluster of `width` cells, which must not be cut.
 * - `escape`: one complete escape sequence, no cells.
 * - `tab`: shown as `width` spaces.
 * - `control`: anything else that is invisible; it never reaches a terminal.
 */
export interface TextUnit {
  readonly kind: "run" | "cluster" | "escape" | "tab" | "control";
  readonly text: string;
  readonly width: number;
}

/** A tab takes this many cells at any column. Real tab stops would not work, because content is shifted by padding and slicing. */
export const TAB_WIDTH = 3;

const TAB: TextUnit = { kind: "tab", text: "\t", width: TAB_WIDTH };

export function* textUnits(text: string): Generator<TextUnit> {
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === 0x1b) {
      const end = escapeSequenceEnd(text, index);
      const stop = end < 0 ? index + 1 : end;
      yield { kind: end < 0 ? "control" : "escape", text: text.slice(index, stop), width: 0 };
      index = stop;
    } else if (isControl(code)) {
      yield code === 0x09 ? TAB : { kind: "control", text: text.charAt(index), width: 0 };
      index++;
    } else {
      const end = printableEnd(text, index);
      yield* printableUnits(text, index, end);
      index = end;
    }
  }
}

/**
 * Matches C0, DEL and C1 (which some terminals treat as sequences), and invisible characters that reorder text or that
 * terminals treat differently: direction overrides, zero-width space, word joiner, line separators.
 */
export function isControl(code: number): boolean {
  if (code < 0x2000) return code < 0x20 || (code >= 0x7f && code < 0xa0);
  return code < 0x2070 ? isInvisible(code) : code === 0xfeff || (code >= 0xfff9 && code <= 0xfffb);
}

function isInvisible(code: number): boolean {
  if (code < 0x2028) return code === 0x200b || code === 0x200e || code === 0x200f;
  return code <= 0x202e || code >= 0x2060;
}

function printableEnd(text: string, start: number): number {
  let index = start;
  while (index < text.length && !isControl(text.charCodeAt(index))) index++;
  return index;
}

function* printableUnits(text: string, start: number, end: number): Generator<TextUnit> {
  let index = start;
  while (index < end) {
    let asciiEnd = index;
    while (asciiEnd < end && text.charCodeAt(asciiEnd) < 0x7f) asciiEnd++;
    // The last ASCII character may be the base of a combining mark or a keycap, so it belongs to the next cluster.
    const runEnd = asciiEnd < end ? asciiEnd - 1 : asciiEnd;
    if (runEnd > index) yield { kind: "run", text: text.slice(index, runEnd), width: runEnd - index };
    if (asciiEnd === end) return;
    const wideStart = Math.max(index, runEnd);
    let wideEnd = asciiEnd;
    while (wideEnd < end && text.charCodeAt(wideEnd) >= 0x7f) wideEnd++;
    yield* clusterUnits(text.slice(wideStart, wideEnd));
    index = wideEnd;
  }
}

function* clusterUnits(text: string): Generator<TextUnit> {
  if (isUnjoined(text)) {
    for (const character of text) {
      yield { kind: "cluster", text: character, width: codePointWidth(character.codePointAt(0) ?? 0) };
    }
    return;
  }
  for (const { segment } of getGraphemeSegmenter().segment(text)) {
    yield { kind: "cluster", text: segment, width: clusterWidth(segment) };
  }
}

/**
 * Matches kana, ideographs, Hangul syllables, accented Latin, Greek, Cyrillic, arrows, technical signs, box drawing, dingbats
 * and braille: one code point per cluster, as long as there is no mark, selector or joiner among them.
 */
const UNJOINED =
  /^[\x20-\x7e\u00a0-\u02ff\u0370-\u0482\u048a-\u0557\u2010-\u2027\u2030-\u205e\u2070-\u209c\u20a0-\u20c0\u2100-\u2bff\u3001-\u3029\u3030-\u303c\u3041-\u3096\u30a0-\u30ff\u3400-\u4dbf\u4e00-\ua48c\uac00-\ud7a3\uff01-\uff9d]*$/;

export function isUnjoined(text: string): boolean {
  return UNJOINED.test(text);
}
