import { type DiffLine, stripTerminalSequences } from "@tau/tui";
import { type ChangedWords, changedWords, type Span } from "./changed-words.ts";

/** A longer block is rewritten rather than changed line by line, and comparing all lines with each other would cost too much. */
const MOST_LINES = 16;

/** Finds the changed words of every removed line and of the added line that is its new version. */
export function pairChanges(lines: readonly DiffLine[]): Map<DiffLine, readonly Span[]> {
  const changes = new Map<DiffLine, readonly Span[]>();
  for (let index = 0; index < lines.length; ) {
    const removed = run(lines, index, "removed");
    const added = run(lines, index + removed.length, "added");
    for (const { before, after, words } of versions(removed, added)) {
      changes.set(before, words.before);
      changes.set(after, words.after);
    }
    index += Math.max(1, removed.length + added.length);
  }
  return changes;
}

/** Returns the text of a line as drawn, because offsets count visible characters. */
export function visible(text: string): string {
  return stripTerminalSequences(text).replaceAll("\t", "    ").replaceAll("\n", " ");
}

interface Version {
  readonly before: DiffLine;
  readonly after: DiffLine;
  readonly words: ChangedWords;
}

/** Pairs removed and added lines: one by one if there are equally many, otherwise each removed line with the next similar added one. */
function versions(removed: readonly DiffLine[], added: readonly DiffLine[]): Version[] {
  const isEven = removed.length === added.length;
  if (!isEven && removed.length * added.length > MOST_LINES ** 2) return [];
  let next = 0;
  return removed.flatMap((before, position) => {
    const candidates = isEven ? added.slice(position, position + 1) : added.slice(next);
    for (const [offset, after] of candidates.entries()) {
      const words = changedWords(visible(before.text), visible(after.text));
      if (!words) continue;
      next += offset + 1;
      return [{ before, after, words }];
    }
    return [];
  });
}

function run(lines: readonly DiffLine[], start: number, kind: DiffLine["kind"]): DiffLine[] {
  let end = start;
  while (lines[end]?.kind === kind) end++;
  return lines.slice(start, end);
}
