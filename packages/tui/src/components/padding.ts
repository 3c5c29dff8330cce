/** Padding that leaves at least one column for content, so that a terminal one cell wide can still be drawn on. */
export function fitPadding(width: number, paddingX: number): { padding: number; contentWidth: number } {
  const padding = Math.max(0, Math.min(paddingX, Math.floor((width - 1) / 2)));
  return { padding, contentWidth: Math.max(1, width - 2 * padding) };
}
