/** A figure, and what was promised of it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number;
}

/** Prints the figures; a broken promise makes the bench fail. */
export function printFigures(figures: readonly Figure[]): void {
  for (const { name, value, unit, atMost } of figures) {
    const kept = atMost === undefined || value <= atMost;
    const promise = atMost === undefined ? "" : kept ? `(≤ ${atMost} ok)` : `(> ${atMost}!)`;
    if (!kept) process.exitCode = 1;
    const digits = value < 100 ? 2 : 0;
    console.log(`${name.padEnd(46)} ${value.toFixed(digits).padStart(8)} ${unit.padEnd(4)} ${promise}`.trimEnd());
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
