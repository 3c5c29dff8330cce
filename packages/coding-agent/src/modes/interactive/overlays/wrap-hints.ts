import { visibleWidth } from "@tau/tui";

const BETWEEN = " · ";

/** Where there is little room, what is asked for needs it more than hints on keys. */
const NARROW = 60;
const MOST_LINES = { narrow: 2, usual: 3 };

/** Hints on as many lines as they may have: a line ends between two of them, and one that is too long stands alone. */
export function wrapHints(hints: string, width: number): string[] {
  const lines: string[] = [];
  for (const hint of hints.split(BETWEEN)) {
    const last = lines.at(-1);
    const joined = last === undefined ? hint : last + BETWEEN + hint;
    if (last === undefined || visibleWidth(joined) > width) lines.push(hint);
    else lines[lines.length - 1] = joined;
  }
  return lines.slice(0, width < NARROW ? MOST_LINES.narrow : MOST_LINES.usual);
}
