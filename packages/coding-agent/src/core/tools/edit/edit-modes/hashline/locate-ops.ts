import { type Anchor, hashLine } from "./anchor.ts";
import { mapLines } from "./line-map.ts";
import type { HashlineOp } from "./parse.ts";

/** Where an operation applies in the current file: it removes `removed` lines from `at` on, counted from 0. */
export interface LocatedOp {
  readonly op: HashlineOp;
  readonly at: number;
  readonly removed: number;
  /** The anchors belonged to an older version, or named a nearby line. */
  readonly isRecovered: boolean;
  /** By how many lines the anchors were off. */
  readonly shift: number;
}

/** Why an operation could not be located. */
export type Failure = "unknown-anchor" | "changed" | "ambiguous";

export interface UnlocatedOp {
  readonly op: HashlineOp;
  readonly failure: Failure;
}

/** Models miscount by a few lines at most. The letters must match in any case. */
const MAX_SHIFT = 3;
/** How many lines around a place are compared to recognise it in a changed file. */
const CONTEXT = 3;

/** Locates operations in a file. The model knows the file's lines from one of the older versions or from the current one. */
export class OpLocator {
  private readonly current: readonly string[];
  private readonly seen: readonly Version[];

  constructor(current: readonly string[], older: readonly (readonly string[])[]) {
    this.current = current;
    this.seen = (older.length === 0 ? [current] : older).map((lines) => new Version(lines, current));
  }

  locate(op: HashlineOp): LocatedOp | UnlocatedOp {
    if (op.kind === "insert" && typeof op.at === "string")
      return { op, at: op.at === "start" ? 0 : this.current.length, removed: 0, isRecovered: false, shift: 0 };
    const exact = this.candidates(op, 0);
    if (exact.length > 0) return this.decide(op, exact);
    const near = Array.from({ length: MAX_SHIFT }, (_, index) => index + 1).flatMap((distance) => [
      ...this.candidates(op, -distance),
      ...this.candidates(op, distance),
    ]);
    return near.length > 0 ? this.decide(op, near) : { op, failure: "unknown-anchor" };
  }

  /** Returns the versions in which the anchors match when shifted by some lines. */
  private candidates(op: HashlineOp, shift: number): Candidate[] {
    return this.seen.flatMap((version) => {
      const region = version.regionOf(op, shift);
      return region ? [{ version, region, shift }] : [];
    });
  }

  /**
   * Decides on a place. All candidates must lead to the same one. A candidate that leads nowhere prevents this, unless
   * its text is the same as another's.
   */
  private decide(op: HashlineOp, candidates: readonly Candidate[]): LocatedOp | UnlocatedOp {
    const places = candidates.map(({ version, region }) => version.place(region));
    const found = new Set(places.filter((place) => place !== undefined));
    const [at] = found;
    if (found.size > 1) return { op, failure: "ambiguous" };
    if (at === undefined) return { op, failure: "changed" };
    const texts = candidates.map(({ version, region }) => version.textOf(region));
    const placed = new Set(texts.filter((_, index) => places[index] !== undefined));
    if (texts.some((text, index) => places[index] === undefined && !placed.has(text)))
      return { op, failure: "changed" };
    const first = candidates[places.indexOf(at)] as Candidate;
    const isRecovered = first.shift !== 0 || !first.version.isCurrent;
    return { op, at, removed: first.region.end - first.region.start, isRecovered, shift: first.shift };
  }
}

interface Candidate {
  readonly version: Version;
  readonly region: Region;
  readonly shift: number;
}

/** Lines of a version, counted from 0, with exclusive end. An empty region is the gap before `start`. */
interface Region {
  readonly start: number;
  readonly end: number;
}

/** A version of the text that the model has seen, compared with the current one. */
class Version {
  readonly isCurrent: boolean;
  private readonly lines: readonly string[];
  private readonly current: readonly string[];
  private map: readonly number[] | undefined;
  /** The letters of lines that were looked at: a line of 100 MB is not read again for every anchor. */
  private readonly hashes = new Map<number, string>();

  constructor(lines: readonly string[], current: readonly string[]) {
    this.lines = lines;
    this.current = current;
    this.isCurrent = lines.length === current.length && lines.every((line, index) => line === current[index]);
  }

  regionOf(op: HashlineOp, shift: number): Region | undefined {
    if (op.kind !== "insert") {
      const isHere = this.fits(op.from, shift) && this.fits(op.to, shift);
      return isHere ? { start: op.from.line - 1 + shift, end: op.to.line + shift } : undefined;
    }
    if (typeof op.at === "string" || !this.fits(op.at, shift)) return undefined;
    const gap = op.at.line - (op.side === "before" ? 1 : 0) + shift;
    return { start: gap, end: gap };
  }

  /**
   * Returns the current place of the region, if it still exists in one piece and cannot be confused with another one of
   * the same text.
   */
  place({ start, end }: Region): number | undefined {
    if (this.isCurrent) return start;
    this.map ??= mapLines(this.lines, this.current) ?? [];
    // A gap is located by the lines on both sides. A gap at an edge of the file must still be at that edge.
    const region =
      start === end ? { start: Math.max(0, start - 1), end: Math.min(this.lines.length, start + 1) } : { start, end };
    const at = this.map[region.start] ?? -1;
    if (at < 0) return undefined;
    for (let line = region.start; line < region.end; line++)
      if (this.map[line] !== at + line - region.start) return undefined;
    const place = at + start - region.start;
    const isEdge = start === end && (start === 0 || start === this.lines.length);
    if (isEdge && place !== (start === 0 ? 0 : this.current.length)) return undefined;
    return this.isUnmistakable(region, at) ? place : undefined;
  }

  textOf({ start, end }: Region): string {
    return this.lines.slice(Math.max(0, start - 1), end + 1).join("\n");
  }

  private fits({ line, hash }: Anchor, shift: number): boolean {
    const number = line + shift;
    const text = this.lines[number - 1];
    if (text === undefined) return false;
    const own = this.hashes.get(number) ?? hashLine(number, text);
    this.hashes.set(number, own);
    return own === hash;
  }

  /**
   * Returns whether the region is unique: together with its unchanged surrounding lines it occurs once in both texts,
   * or equally often.
   */
  private isUnmistakable({ start, end }: Region, at: number): boolean {
    const shift = at - start;
    const isKept = (line: number) => this.lines[line] !== undefined && this.lines[line] === this.current[line + shift];
    let [first, last] = [start, end];
    while (first > Math.max(0, start - CONTEXT) && isKept(first - 1)) first--;
    while (last < end + CONTEXT && isKept(last)) last++;
    const wide = this.lines.slice(first, last);
    if (count(this.lines, wide) === 1 && count(this.current, wide) === 1) return true;
    const narrow = this.lines.slice(start, end);
    return count(this.lines, narrow) === count(this.current, narrow);
  }
}

function count(lines: readonly string[], wanted: readonly string[]): number {
  let occurrences = 0;
  for (let at = 0; at + wanted.length <= lines.length; at++)
    if (wanted.every((line, index) => lines[at + index] === line)) occurrences++;
  return occurrences;
}
