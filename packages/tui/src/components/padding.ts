import { visibleWidth } from "../text/index.ts";

/** Reduces the padding so that at least one column is left for content, even on a terminal one cell wide. */
export function fitPadding(width: number, paddingX: number): { padding: number; contentWidth: number } {
  const padding = Math.max(0, Math.min(paddingX, Math.floor((width - 1) / 2)));
  return { padding, contentWidth: Math.max(1, width - 2 * padding) };
}

/** Pads a row with blanks up to the width, so that anything appended to it lines up. */
export function fillRow(row: string, width: number): string {
  return row + " ".repeat(Math.max(0, width - visibleWidth(row)));
}
