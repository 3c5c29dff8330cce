import type { DiffLine } from "@tau/tui";

/** A replacement that is still being written, as lines: what both texts begin and end with is the same, the rest is not. */
export function replacementLines(oldText: string, newText: string, isComplete: boolean): DiffLine[] {
  const before = oldText.split("\n");
  const after = newText.split("\n");
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  // The end of a text that still grows is not its end.
  while (isComplete && tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [
    ...before.slice(0, head).map((text): DiffLine => ({ kind: "same", text })),
    ...before.slice(head, before.length - tail).map((text): DiffLine => ({ kind: "removed", text })),
    ...after.slice(head, after.length - tail).map((text): DiffLine => ({ kind: "added", text })),
    ...before.slice(before.length - tail).map((text): DiffLine => ({ kind: "same", text })),
  ];
}
