import { visibleWidth } from "../text/index.ts";

/** Padding that leaves at least one column for content, so that a terminal one cell wide can still be drawn on. */
export function fitPadding(width: number, paddingX: number): { padding: number; contentWidth: number } {
  const padding = Math.max(0, Math.min(paddingX, Math.floor((width - 1) / 2)));
  return { padding, contentWidth: Math.max(1, width - 2 * padding) };
}

/** A row filled with blanks up to the width, so that whatever is put behind it stands in line. */
export function fillRow(row: string, width: number): string {
  return row + " ".repeat(Math.max(0, width - visibleWidth(row)));
}
