/** Returns the median; for an even number of values the mean of the middle two, for none `NaN`. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Returns the 95 % confidence interval of the median. Based on order statistics, so it holds for any distribution. */
export function medianInterval(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (1.96 * Math.sqrt(sorted.length)) / 2;
  const lower = Math.max(0, Math.floor(sorted.length / 2 - half) - 1);
  const upper = Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + half));
  return [sorted[lower] ?? Number.NaN, sorted[upper] ?? Number.NaN];
}
