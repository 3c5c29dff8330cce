export interface DrawnRows {
  /** Cells of each row of ours, top to bottom. */
  readonly widths: readonly number[];
  readonly cursorRow: number;
  readonly cursorColumn: number;
}

export interface Reflowed {
  /** How many of our rows, from the top, the terminal has moved into its scrollback whole. */
  readonly pushed: number;
  /** The screen row where the first row of ours that is left begins; negative if its beginning was pushed out. */
  readonly top: number;
  /** How many rows of the screen, from `top`, what is left of ours takes now. */
  readonly height: number;
}

/**
 * What a terminal made of our rows when its size changed. It wraps rows that are too wide now, moves rows at the top
 * into the scrollback or back, and keeps the cursor on its character: from where the cursor is now, the rest follows.
 */
export function reflow(drawn: DrawnRows, columns: number, cursorNow: number): Reflowed {
  const heights = drawn.widths.map((width) => Math.max(1, Math.ceil(width / columns)));
  const above = heights.slice(0, drawn.cursorRow).reduce((sum, height) => sum + height, 0);
  let top = cursorNow - above - Math.floor(drawn.cursorColumn / columns);
  let pushed = 0;
  while (pushed < drawn.cursorRow && top + (heights[pushed] ?? 1) <= 0) {
    top += heights[pushed] ?? 1;
    pushed++;
  }
  const height = heights.slice(pushed).reduce((sum, rows) => sum + rows, 0) + Math.min(0, top);
  return { pushed, top, height };
}
