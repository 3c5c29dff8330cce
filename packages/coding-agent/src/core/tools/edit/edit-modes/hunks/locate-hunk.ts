import { normalizeForFuzzyMatch } from "../../fuzzy-view.ts";
import { type Hunk, oldLines } from "./hunk.ts";

/** How the lines of a hunk are compared with those of the file, the strictest first. */
const READINGS = {
  exact: (line: string) => line,
  "without trailing blanks": (line: string) => line.trimEnd(),
  "with look-alike characters": (line: string) => normalizeForFuzzyMatch(line),
  "with another indentation": (line: string) => normalizeForFuzzyMatch(line).trimStart(),
} as const;

export type Reading = keyof typeof READINGS;

const UNSEEN: Reading = "with look-alike characters";

/** The places where the old lines of a hunk match, by the strictest comparison that finds any. */
export interface Matches {
  readonly starts: readonly number[];
  readonly reading: Reading;
  /** The hunk, possibly without blank lines at its edges that the file does not have. */
  readonly hunk: Hunk;
}

/** A file's lines, with lookups that the hunks of one patch share. */
export class SearchedLines {
  readonly lines: readonly string[];
  private readonly read = new Map<
    Reading,
    { readonly lines: readonly string[]; readonly places: Map<string, number[]> }
  >();

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  find(hunk: Hunk): Matches | undefined {
    for (const variant of [hunk, withoutBlankEdges(hunk)]) {
      const wanted = oldLines(variant);
      if (wanted.every((line) => line.trim() === "")) continue;
      for (const reading of Object.keys(READINGS) as Reading[]) {
        const starts = this.startsAt(wanted, reading, hunk.isAtEnd);
        if (starts.length > 0)
          return { starts: this.withTwins(starts, wanted, reading, hunk.isAtEnd), reading, hunk: variant };
      }
    }
    return undefined;
  }

  private startsAt(wanted: readonly string[], reading: Reading, isAtEnd: boolean): number[] {
    const starts = this.startsOf(wanted, reading);
    return isAtEnd ? starts.filter((start) => start + wanted.length === this.lines.length) : starts;
  }

  /**
   * Adds places that differ only in blanks at line ends or in look-alike characters: a model cannot see these, so it
   * may mean such a place.
   */
  private withTwins(starts: number[], wanted: readonly string[], reading: Reading, isAtEnd: boolean): number[] {
    if (reading === "with another indentation" || reading === UNSEEN) return starts;
    const alike = this.startsAt(wanted, UNSEEN, isAtEnd);
    return alike.length > starts.length ? alike : starts;
  }

  private startsOf(wanted: readonly string[], reading: Reading): number[] {
    const { lines, places } = this.readAs(reading);
    const sought = wanted.map(READINGS[reading]);
    // Start from the rarest line, which has the fewest places to try.
    let rarest = 0;
    for (const [index, line] of sought.entries())
      if ((places.get(line)?.length ?? 0) < (places.get(sought[rarest] ?? "")?.length ?? 0)) rarest = index;
    const starts = (places.get(sought[rarest] ?? "") ?? []).map((place) => place - rarest);
    return starts.filter((start) => start >= 0 && sought.every((line, index) => lines[start + index] === line));
  }

  private readAs(reading: Reading) {
    const known = this.read.get(reading);
    if (known) return known;
    const lines = this.lines.map(READINGS[reading]);
    const places = new Map<string, number[]>();
    for (const [index, line] of lines.entries()) {
      const found = places.get(line);
      if (found) found.push(index);
      else places.set(line, [index]);
    }
    const made = { lines, places };
    this.read.set(reading, made);
    return made;
  }
}

function withoutBlankEdges(hunk: Hunk): Hunk {
  const isEdge = ({ kind, text }: Hunk["lines"][number]) => kind === "same" && text.trim() === "";
  let [start, end] = [0, hunk.lines.length];
  while (start < end && isEdge(hunk.lines[start] as Hunk["lines"][number])) start++;
  while (end > start && isEdge(hunk.lines[end - 1] as Hunk["lines"][number])) end--;
  return { ...hunk, lines: hunk.lines.slice(start, end) };
}

/** Returns the places below the headings, within the block that the last heading opens. */
export function belowHeadings(
  starts: readonly number[],
  headings: readonly string[],
  lines: readonly string[],
): number[] {
  let from = -1;
  for (const heading of headings) {
    const wanted = heading.trim();
    const found = lines.flatMap((line, index) => (index > from && line.trim() === wanted ? [index] : []));
    const [only] = found;
    if (only === undefined || found.length > 1) return [...starts];
    from = only;
  }
  const end = from === -1 ? lines.length : endOfScope(lines, from);
  return starts.filter((start) => start > from && start < end);
}

/** Returns the first line after a heading that is not indented more than the heading and begins something else or closes the block. */
function endOfScope(lines: readonly string[], heading: number): number {
  const depth = indentOf(lines[heading] ?? "");
  for (let line = heading + 1; line < lines.length; line++) {
    const text = lines[line] ?? "";
    if (text.trim() !== "" && indentOf(text) <= depth && /^\s*(?:[\p{L}\p{N}_@#$"'`<]|[}\])]+[;,)]*\s*$)/u.test(text))
      return line;
  }
  return lines.length;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
