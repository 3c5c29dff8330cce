import type { EntryTable } from "../index/entry-table.ts";

export interface Reading {
  readonly start: number;
  end: number;
  readonly positions: number[];
}

/** Reading across a gap up to this size is cheaper than two reads. */
const MAX_GAP = 16 * 1024;
const MAX_READING = 1 << 20;

/** Joins entries that lie close together into few reads, each at most about a megabyte unless a single entry is larger. */
export function readingPlan(table: EntryTable, positions: readonly number[]): Reading[] {
  const plan: Reading[] = [];
  for (const position of positions) {
    const start = table.offsetAt(position);
    const end = start + table.lengthAt(position);
    const last = plan.at(-1);
    if (last && start >= last.end && start - last.end <= MAX_GAP && end - last.start <= MAX_READING) {
      last.end = end;
      last.positions.push(position);
    } else plan.push({ start, end, positions: [position] });
  }
  return plan;
}
