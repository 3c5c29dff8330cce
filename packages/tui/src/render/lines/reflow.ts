export interface DrawnRows {
  /** The width of each of our rows in cells, top to bottom. */
  readonly widths: readonly number[];
  readonly cursorRow: number;
  readonly cursorColumn: number;
}

export interface Reflowed {
  /** How many of our rows, from the top, the terminal has moved into its scrollback as a whole. */
  readonly pushed: number;
  /** The screen row where our first remaining row begins; negative if its beginning was pushed out. */
  readonly top: number;
  /** The number of screen rows that our remaining rows take now, from `top`. */
  readonly height: number;
}

/**
 * Computes where our rows are after the terminal changed its size. A terminal wraps rows that became too wide, moves rows
 * at the top into the scrollback or back, and keeps the cursor on its character, so the cursor position tells the rest.
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
