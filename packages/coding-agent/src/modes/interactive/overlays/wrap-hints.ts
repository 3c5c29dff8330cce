import { visibleWidth } from "@tau/tui";

const BETWEEN = " · ";

/** Hints on as many lines as they need: a line ends between two of them, and one that is too long stands alone. */
export function wrapHints(hints: string, width: number): string[] {
  const lines: string[] = [];
  for (const hint of hints.split(BETWEEN)) {
    const last = lines.at(-1);
    const joined = last === undefined ? hint : last + BETWEEN + hint;
    if (last === undefined || visibleWidth(joined) > width) lines.push(hint);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}
