/** The slice of a list to show so that the selected item stands in the middle, as far as the ends allow. */
export function visibleWindow(count: number, selected: number, size: number): { start: number; end: number } {
  const start = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
  return { start, end: Math.min(start + size, count) };
}
