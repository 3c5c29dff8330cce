import { diffArrays } from "diff";

/** With more changed lines than this, a file counts as a different one. */
const MAX_EDIT_LENGTH = 2000;

/**
 * Returns, for each line of an older text, its index in the newer one, or -1 if it is gone. Returns `undefined` if the
 * texts differ too much.
 */
export function mapLines(older: readonly string[], newer: readonly string[]): readonly number[] | undefined {
  const { head, tail } = sameEnds(older, newer);
  const changes = diffArrays(older.slice(head, older.length - tail), newer.slice(head, newer.length - tail), {
    maxEditLength: MAX_EDIT_LENGTH,
  });
  if (!changes) return undefined;
  const map = older.slice(0, head).map((_, index) => index);
  let at = head;
  for (const { added, removed, value } of changes) {
    if (added) at += value.length;
    else for (const _ of value) map.push(removed ? -1 : at++);
  }
  for (let index = newer.length - tail; index < newer.length; index++) map.push(index);
  return map;
}

/** Counts the common lines at the start and the end of both texts: usually most of the file, so that little has to be compared. */
function sameEnds(
  older: readonly string[],
  newer: readonly string[],
): { readonly head: number; readonly tail: number } {
  const shorter = Math.min(older.length, newer.length);
  let head = 0;
  while (head < shorter && older[head] === newer[head]) head++;
  let tail = 0;
  while (tail < shorter - head && older[older.length - 1 - tail] === newer[newer.length - 1 - tail]) tail++;
  return { head, tail };
}
