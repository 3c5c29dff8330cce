import { latePattern } from "../text/late-pattern.ts";

/** Returns the middle of `text` that differs from `other`, widened to whole words; undefined if nothing or nearly all differs. */
export function changedSpan(text: string, other: string): readonly [start: number, end: number] | undefined {
  if (text === other) return undefined;
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text.charCodeAt(start) === other.charCodeAt(start)) start++;
  let tail = 0;
  while (tail < most - start && text.at(-1 - tail) === other.at(-1 - tail)) tail++;
  while (start > 0 && isWord(text, start - 1) && (isWord(text, start) || isWord(other, start))) start--;
  let end = text.length - tail;
  while (end < text.length && isWord(text, end) && (end === 0 || isWord(text, end - 1))) end++;
  const kept = text.length - (end - start);
  return end > start && kept * 3 >= text.length ? [start, end] : undefined;
}

const word = latePattern(String.raw`[\p{L}\p{N}\p{M}_\ud800-\udfff]`);

function isWord(text: string, index: number): boolean {
  return word().test(text.charAt(index));
}
