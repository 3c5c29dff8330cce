import { decodeLine, isSessionEntry } from "../session/codec.ts";
import type { SessionEntry } from "../session/entry.ts";
import { EntryGlance } from "./entry-glance.ts";
import { type EntryRow, rowOf } from "./entry-row.ts";
import type { ScannedLine } from "./scan-lines.ts";

export type LineStructure =
  | { readonly kind: "entry"; readonly row: EntryRow; readonly entry?: SessionEntry }
  /** `foreign` is JSON that has no place in a tree. */
  | { readonly kind: "blank" | "damaged" | "foreign" };

/** `glance` reads the first fields of an entry and leaves it to the reading of the entry to find out whether the rest is sound. */
export type ScanMode = "parse" | "glance";

const CLOSING_BRACE = 125;
/** The longest text the engine can hold. */
const MAX_LINE = 0x1fffffe8;

/** Tells what lines are. What it returns is valid until it is asked about the next line. */
export class LineReader {
  private readonly mode: ScanMode;
  private readonly glance = new EntryGlance();
  private readonly glanced: LineStructure = { kind: "entry", row: this.glance };

  constructor(mode: ScanMode) {
    this.mode = mode;
  }

  read(line: ScannedLine): LineStructure {
    return this.mode === "glance" && this.atAGlance(line) ? this.glanced : parseLine(line);
  }

  private atAGlance(line: ScannedLine): boolean {
    const { glance } = this;
    const { bytes, start } = line;
    const end = bytes[line.end - 1] === CLOSING_BRACE ? line.end : trimmedEnd(line);
    glance.offset = line.offset;
    glance.length = end - start;
    return bytes[end - 1] === CLOSING_BRACE && glance.length <= MAX_LINE && glance.read(bytes, start, end);
  }
}

function parseLine(line: ScannedLine): LineStructure {
  const length = trimmedEnd(line) - line.start;
  if (length === 0) return { kind: "blank" };
  if (length > MAX_LINE) return { kind: "damaged" };
  const value = decodeLine(line.bytes.toString("utf8", line.start, line.start + length));
  if (!value) return { kind: "damaged" };
  if (!isSessionEntry(value)) return { kind: "foreign" };
  return { kind: "entry", row: rowOf(value, line.offset, length), entry: value };
}

/** Blanks and the `\r` of files that went through another system do not belong to a line. */
function trimmedEnd({ bytes, start, end }: ScannedLine): number {
  let last = end;
  while (last > start && (bytes[last - 1] ?? 0) <= 32) last--;
  return last;
}
