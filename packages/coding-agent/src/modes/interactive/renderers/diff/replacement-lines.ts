import type { DiffLine } from "@tau/tui";

/**
 * Returns the lines of a replacement that may still be streaming. Common lines at the start and the end are unchanged, the rest is removed
 * and added.
 */
export function replacementLines(oldText: string, newText: string, isComplete: boolean): DiffLine[] {
  const before = oldText.split("\n");
  const after = newText.split("\n");
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  // While the text still grows, its last line is not the real end.
  while (isComplete && tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [
    ...before.slice(0, head).map((text): DiffLine => ({ kind: "same", text })),
    ...before.slice(head, before.length - tail).map((text): DiffLine => ({ kind: "removed", text })),
    ...after.slice(head, after.length - tail).map((text): DiffLine => ({ kind: "added", text })),
    ...before.slice(before.length - tail).map((text): DiffLine => ({ kind: "same", text })),
  ];
}
