/** Returns column widths that sum up to at most `room`. If the natural widths need more, the widest columns shrink first. */
export function fitColumns(natural: readonly number[], room: number, minimum: readonly number[]): number[] {
  const widths = natural.map((width) => Math.min(width, Math.max(1, room)));
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  // First shrink each column to its minimum; if the terminal is too narrow even for that, shrink to one cell.
  for (const floor of [minimum, natural.map(() => 1)]) {
    while (excess > 0) {
      const index = widestAbove(widths, floor);
      if (index < 0) break;
      const second = Math.max(0, ...widths.filter((_, other) => other !== index && isAbove(widths, floor, other)));
      const lowest = Math.max(floor[index] ?? 1, Math.min(second, (widths[index] ?? 0) - 1));
      const taken = Math.max(1, Math.min(excess, (widths[index] ?? 0) - lowest));
      widths[index] = (widths[index] ?? 0) - taken;
      excess -= taken;
    }
  }
  return widths;
}

function widestAbove(widths: readonly number[], floor: readonly number[]): number {
  let found = -1;
  for (const [index, width] of widths.entries()) {
    if (isAbove(widths, floor, index) && width > (widths[found] ?? 0)) found = index;
  }
  return found;
}

function isAbove(widths: readonly number[], floor: readonly number[], index: number): boolean {
  return (widths[index] ?? 0) > (floor[index] ?? 1);
}
