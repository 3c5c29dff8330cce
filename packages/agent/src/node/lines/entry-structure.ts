import { decodeLine } from "../../session/entries/codec.ts";
import type { FileEntry, SessionEntry } from "../../session/entries/entry.ts";
import { validateEntry } from "../../session/entries/validate-entry.ts";
import { type EntryRow, rowOf } from "../index/entry-row.ts";
import { EntryScan } from "./entry-scan.ts";
import type { ScannedLine } from "./scan-lines.ts";

export type LineStructure =
  | { readonly kind: "entry"; readonly row: EntryRow; readonly entry?: SessionEntry }
  /** `foreign`: JSON that is not an entry of a tree. */
  | { readonly kind: "blank" | "damaged" | "foreign" };

/**
 * `scan` reads the first fields of an entry; damage in the rest shows only when the entry is read. `check` parses every entry and discards
 * it; `parse` keeps the entries.
 */
export type ScanMode = "parse" | "check" | "scan";

const CLOSING_BRACE = 125;
const HEAD = '{"type":"';
/** The longest string of the JavaScript engine. */
const MAX_LINE = 0x1fffffe8;

/** Classifies lines. A result is valid until the next call. */
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

/** Returns the value of a line, or of its first `length` bytes; `undefined` if it cannot be decoded. */
export function decodeScanned({ bytes, start, end }: ScannedLine, length = end - start): FileEntry | undefined {
  return length > MAX_LINE ? undefined : decodeLine(bytes.toString("utf8", start, start + length));
}

/**
 * Finds the second entry in a line that holds two: a program died inside a line and continued in the same line after a restart. The second
 * entry is complete. Returns it with its offset from the start of the line.
 */
export function readSecond(line: ScannedLine): { at: number; row: EntryRow; entry: SessionEntry } | undefined {
  const { bytes, offset } = line;
  const scan = new EntryScan();
  const end = trimmedEnd(line);
  // Limit the search to the line: in the whole buffer it would run to the end for every line without a second entry.
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

/** Excludes trailing blanks and the `\r` of files from other systems. */
function trimmedEnd({ bytes, start, end }: ScannedLine): number {
  let last = end;
  while (last > start && (bytes[last - 1] ?? 0) <= 32) last--;
  return last;
}
