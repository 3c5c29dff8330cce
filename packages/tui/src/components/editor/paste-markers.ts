/** Longer pastes are shown as one marker and expanded when the text is submitted. */
const MAX_LINES = 10;
const MAX_CHARACTERS = 1000;

const MARKER = /\[paste #(\d+)(?: (?:\+\d+ lines|\d+ chars))?\]/g;

export interface MarkerRange {
  readonly start: number;
  readonly end: number;
}

/** Large pastes, each behind a marker in the text that acts as a single character. */
export class PasteMarkers {
  private readonly pastes = new Map<number, string>();
  private counter = 0;

  /** What to insert for a pasted text: itself, or a marker that stands for it. */
  insertionFor(text: string): string {
    const lines = countLines(text);
    if (lines <= MAX_LINES && text.length <= MAX_CHARACTERS) return text;
    const id = ++this.counter;
    this.pastes.set(id, text);
    return lines > MAX_LINES ? `[paste #${id} +${lines} lines]` : `[paste #${id} ${text.length} chars]`;
  }

  expand(text: string): string {
    if (this.pastes.size === 0) return text;
    return text.replace(MARKER, (marker, id: string) => this.pastes.get(Number(id)) ?? marker);
  }

  /** Where the markers of known pastes stand in a line. */
  rangesIn(line: string): MarkerRange[] {
    if (this.pastes.size === 0 || !line.includes("[paste #")) return [];
    return Array.from(line.matchAll(MARKER)).flatMap((match) =>
      this.pastes.has(Number(match[1])) ? [{ start: match.index, end: match.index + match[0].length }] : [],
    );
  }

  /** Forgets the pastes that no marker in these texts stands for. */
  keepOnly(texts: Iterable<string>): void {
    const kept = new Set<number>();
    for (const text of texts) for (const match of text.matchAll(MARKER)) kept.add(Number(match[1]));
    for (const id of this.pastes.keys()) if (!kept.has(id)) this.pastes.delete(id);
    if (this.pastes.size === 0) this.counter = 0;
  }
}

function countLines(text: string): number {
  let count = 1;
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) count++;
  return count;
}
