const MOST_LINES = 12;
const MOST_CHARACTERS = 200;
/** Lines that occur more often say little about a place. */
const MOST_PLACES = 8;
const MOST_COMPARED = 10_000;

/**
 * Returns the lines of a file that come nearest to lines that are not in it, in the words of a message, or `undefined` if no line of a few
 * letters is the same apart from blanks. Most failures are a wrong memory of some of the lines; with those of the file, the next call needs no reading.
 */
export function nearestLines(wanted: readonly string[], texts: readonly string[]): string | undefined {
  const start = nearestStart(wanted, texts);
  if (start === undefined) return undefined;
  const first = Math.max(0, start);
  const end = Math.min(texts.length, start + wanted.length);
  // Of a long text, the lines around the first one that differs.
  const differs = wanted.findIndex((line, index) => withoutBlanks(line) !== withoutBlanks(texts[start + index] ?? ""));
  const from = end - first <= MOST_LINES ? first : Math.max(first, Math.min(start + differs - 3, end - MOST_LINES));
  const shown = texts.slice(from, Math.min(end, from + MOST_LINES)).map(cut);
  const place = shown.length === 1 ? `Line ${from + 1} comes` : `Lines ${from + 1} to ${from + shown.length} come`;
  return `${place} nearest; copy from there:\n${shown.join("\n")}`;
}

/** Returns the index at which most of the lines would be those of the file. It may be negative. */
function nearestStart(wanted: readonly string[], texts: readonly string[]): number | undefined {
  const sought = placesOf(wanted);
  const votes = new Map<number, number>();
  for (const [text, places] of placesOf(texts, (text) => sought.has(text))) {
    if (places.length > MOST_PLACES) continue;
    const starts = places.flatMap((at) => (sought.get(text) ?? []).map((index) => at - index));
    for (const start of starts) votes.set(start, (votes.get(start) ?? 0) + 1);
  }
  const [best] = [...votes].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  return best?.[0];
}

/** Returns where each line stands that has a few letters. Of lines that occur often, not all places are kept. */
function placesOf(lines: readonly string[], isSought = (_text: string) => true): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const text = line.length > MOST_COMPARED ? "" : withoutBlanks(line);
    if (!/[\p{L}\p{N}]{2}/u.test(text) || !isSought(text)) continue;
    const known = places.get(text);
    if (!known) places.set(text, [index]);
    else if (known.length <= MOST_PLACES) known.push(index);
  }
  return places;
}

function withoutBlanks(line: string): string {
  return line.replace(/\s+/g, "");
}

function cut(line: string): string {
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
