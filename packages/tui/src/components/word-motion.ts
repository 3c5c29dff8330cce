import { getWordSegmenter } from "../text/index.ts";

export interface WordNavigationOptions {
  /** Splits a text into words, blanks and punctuation. Default: the rules of Unicode. */
  segment?: (text: string) => Iterable<Intl.SegmentData>;
  /** Returns whether a segment counts as one word regardless of its characters. */
  isAtomicSegment?: (segment: string) => boolean;
}

type Kind = "blank" | "word" | "mark" | "atomic";

/** Returns the cursor position one word back: over blanks, then over one word or one run of punctuation. */
export function findWordBackward(text: string, cursor: number, options: WordNavigationOptions = {}): number {
  const segments = classified(text.slice(0, cursor), options).reverse();
  return cursor - lengthOfWord(segments);
}

/** Returns the cursor position one word forward. */
export function findWordForward(text: string, cursor: number, options: WordNavigationOptions = {}): number {
  return cursor + lengthOfWord(classified(text.slice(cursor), options));
}

interface Classified {
  readonly length: number;
  readonly kind: Kind;
}

function classified(text: string, options: WordNavigationOptions): Classified[] {
  const segments = options.segment?.(text) ?? getWordSegmenter().segment(text);
  return Array.from(segments).flatMap(({ segment, isWordLike }): Classified[] => {
    const kind = kindOf(segment, isWordLike ?? false, options);
    if (kind !== "word") return [{ length: segment.length, kind }];
    return Array.from(segment.matchAll(PARTS_OF_WORD), ([part]) => ({
      length: part.length,
      kind: PUNCTUATION.test(part) ? "mark" : kind,
    }));
  });
}

/** Unicode treats `3.14`, `a.b` and `don't` as one word each; the cursor stops at the punctuation inside. */
const PUNCTUATION = /^[!-/:-@[-^`{-~]/;
const PARTS_OF_WORD = /[!-/:-@[-^`{-~]+|[^!-/:-@[-^`{-~]+/g;

function kindOf(segment: string, isWordLike: boolean, options: WordNavigationOptions): Kind {
  if (options.isAtomicSegment?.(segment)) return "atomic";
  if (/^\s+$/u.test(segment)) return "blank";
  return isWordLike || segment === "_" ? "word" : "mark";
}

function lengthOfWord(segments: readonly Classified[]): number {
  let length = 0;
  let index = 0;
  while (segments[index]?.kind === "blank") length += segments[index++]?.length ?? 0;
  const first = segments[index];
  if (!first) return length;
  length += first.length;
  if (first.kind !== "mark") return length;
  for (index++; segments[index]?.kind === "mark"; index++) length += segments[index]?.length ?? 0;
  return length;
}
