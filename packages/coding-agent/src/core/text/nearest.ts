/**
 * Returns the candidate with the fewest edits from `word`, if it is close enough: by default, at most a third of the
 * letters may differ.
 */
export function nearest(
  word: string,
  candidates: readonly string[],
  limit = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    // Among equals prefer the same length: letters are swapped or mistyped more often than left out.
    const better = distance < bestDistance || (distance === bestDistance && candidate.length === word.length);
    if (better && distance <= limit) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Returns the number of insertions, deletions, substitutions and transpositions of neighbours. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const cost = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const ways = [cost(row - 1, column - 1) + same, cost(row - 1, column) + 1, cost(row, column - 1) + 1];
      if (swapped) ways.push(cost(row - 2, column - 2) + 1);
      rows[row]?.push(Math.min(...ways));
    }
  }
  return cost(a.length, b.length);
}
