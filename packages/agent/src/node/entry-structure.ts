import { decodeLine } from "../session/codec.ts";
import type { FileEntry, SessionEntry } from "../session/entry.ts";
import { validateEntry } from "../session/validate-entry.ts";
import { type EntryRow, rowOf } from "./entry-row.ts";
import { EntryScan } from "./entry-scan.ts";
import type { ScannedLine } from "./scan-lines.ts";

export type LineStructure =
  | { readonly kind: "entry"; readonly row: EntryRow; readonly entry?: SessionEntry }
  /** `foreign` is JSON that has no place in a tree. */
  | { readonly kind: "blank" | "damaged" | "foreign" };

/**
 * `scan` reads the first fields of an entry and leaves it to the reading of the entry to find out whether the rest is sound. `check` finds
 * it out, and forgets the entries again; `parse` keeps them.
 */
export type ScanMode = "parse" | "check" | "scan";

const CLOSING_BRACE = 125;
const HEAD = '{"type":"';
/** The longest text the engine can hold. */
const MAX_LINE = 0x1fffffe8;

/** Tells what lines are. What it returns is valid until it is asked about the next line. */
export class LineReader {
  private readonly mode: ScanMode;
  private readonly scan = new EntryScan();
  private readonly scanned: LineStructure = { kind: "entry", row: this.scan };

  constructor(mode: ScanMode) {
    this.mode = mode;
  }

  read(line: ScannedLine): LineStructure {
    return this.mode === "scan" && this.scanLine(line) ? this.scanned : parseLine(line);
  }

  private scanLine(line: ScannedLine): boolean {
    const { scan } = this;
    const { bytes, start } = line;
    const end = bytes[line.end - 1] === CLOSING_BRACE ? line.end : trimmedEnd(line);
    scan.offset = line.offset;
    scan.length = end - start;
    return bytes[end - 1] === CLOSING_BRACE && scan.length <= MAX_LINE && scan.read(bytes, start, end);
  }
}

function parseLine(line: ScannedLine): LineStructure {
  const length = trimmedEnd(line) - line.start;
  if (length === 0) return { kind: "blank" };
  const value = decodeScanned(line, length);
  if (!value) return { kind: "damaged" };
  const entry = validateEntry(value);
  return entry ? { kind: "entry", row: rowOf(entry, line.offset, length), entry } : { kind: "foreign" };
}

/** The value of a line, or of its first `length` bytes; `undefined` where it is not one. */
export function decodeScanned({ bytes, start, end }: ScannedLine, length = end - start): FileEntry | undefined {
  return length > MAX_LINE ? undefined : decodeLine(bytes.toString("utf8", start, start + length));
}

/**
 * A program that died inside a line, and went on in that line when it was started again, has left two in one. The second is whole: where it
 * begins, counted from the start of the line, and what it is.
 */
export function readSecond(line: ScannedLine): { at: number; row: EntryRow; entry: SessionEntry } | undefined {
  const { bytes, offset } = line;
  const scan = new EntryScan();
  const end = trimmedEnd(line);
  // A search in the whole buffer would go on to its end for every line that has no second entry.
  const text = bytes.subarray(line.start, end);
  for (let at = text.indexOf(HEAD, 1); at >= 0; at = text.indexOf(HEAD, at + 1)) {
    const start = line.start + at;
    if (!scan.read(bytes, start, end)) continue;
    const structure = parseLine({ ...line, start, offset: offset + at });
    return structure.kind === "entry" && structure.entry
      ? { at, row: structure.row, entry: structure.entry }
      : undefined;
  }
  return undefined;
}

export function isBlank(line: ScannedLine): boolean {
  return trimmedEnd(line) === line.start;
}

/** Blanks and the `\r` of files that went through another system do not belong to a line. */
function trimmedEnd({ bytes, start, end }: ScannedLine): number {
  let last = end;
  while (last > start && (bytes[last - 1] ?? 0) <= 32) last--;
  return last;
}
