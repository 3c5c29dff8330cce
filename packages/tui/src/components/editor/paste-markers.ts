/** Pastes above either limit are shown as one marker and expanded when the text is submitted. */
const MAX_LINES = 10;
const MAX_CHARACTERS = 1000;

const MARKER = /\[paste #(\d+)(?: (?:\+\d+ lines|\d+ chars))?\]/g;

export interface MarkerRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps large pastes, each shown as a marker in the text, and atoms. Both act as a single character. */
export class PasteMarkers {
  private readonly pastes = new Map<number, string>();
  private readonly atoms = new Set<string>();
  private counter = 0;

  /** Returns the text to insert for a paste: the paste, or a marker if it is large. */
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

  /** Makes a text act as a single character wherever it appears as a word. */
  addAtom(text: string): void {
    if (text !== "") this.atoms.add(text);
  }

  /** Returns the ranges of known paste markers and atoms in a line, in order. */
  rangesIn(line: string): MarkerRange[] {
    const ranges = [...this.pasteRanges(line), ...this.atomRanges(line)];
    if (ranges.length < 2) return ranges;
    ranges.sort((a, b) => a.start - b.start || b.end - a.end);
    return ranges.filter(({ start }, index) => ranges.slice(0, index).every(({ end }) => end <= start));
  }

  private atomRanges(line: string): MarkerRange[] {
    return [...this.atoms].flatMap((atom) => {
      const ranges: MarkerRange[] = [];
      for (let start = line.indexOf(atom); start >= 0; start = line.indexOf(atom, start + atom.length)) {
        const end = start + atom.length;
        if (!/[\w/.-]/.test(line.charAt(end)) || !/\w$/.test(atom)) ranges.push({ start, end });
      }
      return ranges;
    });
  }

  private pasteRanges(line: string): MarkerRange[] {
    if (this.pastes.size === 0 || !line.includes("[paste #")) return [];
    return Array.from(line.matchAll(MARKER)).flatMap((match) =>
      this.pastes.has(Number(match[1])) ? [{ start: match.index, end: match.index + match[0].length }] : [],
    );
  }

  /** Drops the pastes that have no marker in these texts, and all atoms. */
  keepOnly(texts: Iterable<string>): void {
    const kept = new Set<number>();
    for (const text of texts) for (const match of text.matchAll(MARKER)) kept.add(Number(match[1]));
    for (const id of this.pastes.keys()) if (!kept.has(id)) this.pastes.delete(id);
    if (this.pastes.size === 0) this.counter = 0;
    this.atoms.clear();
  }
}

function countLines(text: string): number {
  let count = 1;
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) count++;
  return count;
}
