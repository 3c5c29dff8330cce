import { type Anchor, hashLine } from "./anchor.ts";
import { mapLines } from "./line-map.ts";
import type { HashlineOp } from "./parse.ts";

/** Where an operation takes effect in the file as it is: `removed` lines from `at` on, counted from 0. */
export interface LocatedOp {
  readonly op: HashlineOp;
  readonly at: number;
  readonly removed: number;
  /** The anchors were of an older text, or named a line close by. */
  readonly isRecovered: boolean;
  /** By how many lines the anchors were off. */
  readonly shift: number;
}

/** Why an operation has no place. */
export type Failure = "unknown-anchor" | "changed" | "ambiguous";

export interface UnlocatedOp {
  readonly op: HashlineOp;
  readonly failure: Failure;
}

/** Models miscount by a few lines at most; the letters must be right in any case. */
const MAX_SHIFT = 3;
/** How many lines around a place are compared to recognize it in a changed file. */
const CONTEXT = 3;

/** Finds the places of operations in a file, whose lines the model knows from one of the older texts or as they are. */
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

  /** The versions in which the anchors fit when moved by some lines. */
  private candidates(op: HashlineOp, shift: number): Candidate[] {
    return this.seen.flatMap((version) => {
      const region = version.regionOf(op, shift);
      return region ? [{ version, region, shift }] : [];
    });
  }

  /** All that fit must lead to one place. One that leads nowhere counts, unless it shows the same text as another. */
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

/** Lines of a version, from 0, the end exclusive. An empty one is the gap before `start`. */
interface Region {
  readonly start: number;
  readonly end: number;
}

/** A text that the model has seen, beside the one that the file holds now. */
class Version {
  readonly isCurrent: boolean;
  private readonly lines: readonly string[];
  private readonly current: readonly string[];
  private map: readonly number[] | undefined;

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

  /** Where the region is now, if all of it is there in one piece, and it cannot be another one that looks the same. */
  place({ start, end }: Region): number | undefined {
    if (this.isCurrent) return start;
    this.map ??= mapLines(this.lines, this.current) ?? [];
    // A gap is where the lines on both of its sides are; at an edge of the file it has to be at the edge still.
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
    const text = this.lines[line - 1 + shift];
    return text !== undefined && hashLine(line + shift, text) === hash;
  }

  /** With the lines around it that are still the same it occurs once in both texts, or both have it equally often. */
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
