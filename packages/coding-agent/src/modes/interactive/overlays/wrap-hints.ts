import { visibleWidth } from "@tau/tui";

const BETWEEN = " · ";

/** What is asked for needs the room more than hints on keys; lists leave this much of it. */
const MOST_LINES = 3;

/** Hints on as many lines as they may have: a line ends between two of them, and one that is too long stands alone. */
export function wrapHints(hints: string, width: number): string[] {
  const lines: string[] = [];
  for (const hint of hints.split(BETWEEN)) {
    const last = lines.at(-1);
    const joined = last === undefined ? hint : last + BETWEEN + hint;
    if (last === undefined || visibleWidth(joined) > width) lines.push(hint);
    else lines[lines.length - 1] = joined;
  }
  return lines.slice(0, MOST_LINES);
}
