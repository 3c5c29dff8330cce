/** A changed range of a text, as offsets. The end is exclusive. */
export type Span = readonly [start: number, end: number];

export interface ChangedWords {
  readonly before: readonly Span[];
  readonly after: readonly Span[];
}

const WORD = /[\p{L}\p{N}\p{M}_]+|\s+|./gsu;
/** Bounds the work, which grows with the product of both counts. Of longer lines, only equal beginnings and ends are found. */
const MAX_WORDS = 200;

/** Returns the words that differ between two versions of a line. Undefined if they have too little in common. */
export function changedWords(before: string, after: string): ChangedWords | undefined {
  const old = before.match(WORD) ?? [];
  const now = after.match(WORD) ?? [];
  const head = countEqual(old, now, (index) => index);
  const tail = countEqual(old.slice(head), now.slice(head), (index) => -1 - index);
  const oldMiddle = old.slice(head, old.length - tail);
  const newMiddle = now.slice(head, now.length - tail);
  const kept = commonWords(oldMiddle, newMiddle);
  const common = { head: old.slice(0, head), tail: old.slice(old.length - tail) };
  const shared = [...common.head, ...common.tail, ...oldMiddle.filter((_, index) => kept.old.has(index))].join("");
  if (shared.trim().length * 3 < Math.max(before.trim().length, after.trim().length)) return undefined;
  const offset = common.head.join("").length;
  return { before: spans(oldMiddle, kept.old, offset), after: spans(newMiddle, kept.now, offset) };
}

function countEqual(a: readonly string[], b: readonly string[], at: (index: number) => number): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a.at(at(count)) === b.at(at(count))) count++;
  return count;
}

/** Returns a longest common subsequence, as the indices of its words on both sides. */
function commonWords(old: readonly string[], now: readonly string[]): { old: Set<number>; now: Set<number> } {
  const kept = { old: new Set<number>(), now: new Set<number>() };
  if (old.length > MAX_WORDS || now.length > MAX_WORDS) return kept;
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < old.length && column < now.length; ) {
    if (old[row] === now[column]) {
      kept.old.add(row++);
      kept.now.add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return kept;
}

/** Returns the ranges that are not kept. Includes the space between two changed words. */
function spans(words: readonly string[], kept: ReadonlySet<number>, offset: number): Span[] {
  const found: Span[] = [];
  let start = offset;
  for (const [index, word] of words.entries()) {
    const end = start + word.length;
    const last = found.at(-1);
    const isBridge = kept.has(index) && word.trim() === "" && last?.[1] === start && index + 1 < words.length;
    if (!kept.has(index) || (isBridge && !kept.has(index + 1))) {
      if (last?.[1] === start) found[found.length - 1] = [last[0], end];
      else found.push([start, end]);
    }
    start = end;
  }
  return found;
}
