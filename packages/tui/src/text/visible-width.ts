import { codePointWidth, widthGeneration } from "./cluster-width.ts";
import { escapeSequenceEnd } from "./escape-sequence.ts";
import { isUnjoined, TAB_WIDTH, textUnits } from "./text-units.ts";

const MAX_CACHED = 2048;
const MAX_CACHED_LENGTH = 512;
const cache = new Map<string, number>();
let cachedGeneration = 0;

/** Returns the cells of a line on the screen: escape sequences and controls take none, a tab takes `TAB_WIDTH`. */
export function visibleWidth(text: string): number {
  const simple = asciiWidth(text);
  if (simple >= 0) return simple;
  if (cachedGeneration !== widthGeneration()) cache.clear();
  cachedGeneration = widthGeneration();
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const width = measure(text);
  if (text.length <= MAX_CACHED_LENGTH) {
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(text, width);
  }
  return width;
}

/** Returns the width of text that consists of ASCII and escape sequences, or -1 if it contains anything else. */
function asciiWidth(text: string): number {
  let width = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x20 && code < 0x7f) width++;
    else if (code > 0x7f) return -1;
    else if (code === 0x09) width += TAB_WIDTH;
    else if (code === 0x1b) {
      const end = escapeSequenceEnd(text, index);
      if (end > 0) index = end - 1;
    }
  }
  return width;
}

function measure(text: string): number {
  let width = 0;
  if (isUnjoined(text)) {
    for (let index = 0; index < text.length; index++) width += codePointWidth(text.charCodeAt(index));
    return width;
  }
  for (const unit of textUnits(text)) width += unit.width;
  return width;
}
