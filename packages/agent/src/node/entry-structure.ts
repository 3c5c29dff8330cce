import { decodeLine, isSessionEntry } from "../session/codec.ts";
import type { SessionEntry } from "../session/entry.ts";
import { EntryGlance } from "./entry-glance.ts";
import { type EntryRow, spanOf } from "./entry-table.ts";
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
  private readonly glanced: { kind: "entry"; row: EntryRow } = {
    kind: "entry",
    row: { type: this.glance.type, id: this.glance.id, parent: undefined, offset: 0, length: 0 },
  };

  constructor(mode: ScanMode) {
    this.mode = mode;
  }

  read(line: ScannedLine): LineStructure {
    const { bytes, start, offset } = line;
    const end = trimmedEnd(line);
    const length = end - start;
    if (length === 0) return { kind: "blank" };
    if (length > MAX_LINE) return { kind: "damaged" };
    const { glance } = this;
    if (this.mode === "glance" && bytes[end - 1] === CLOSING_BRACE && glance.read(bytes, start, end)) {
      const { glanced } = this;
      glanced.row.parent = glance.isRoot ? undefined : glance.parent;
      glanced.row.offset = offset;
      glanced.row.length = length;
      return glanced;
    }
    return parseLine(bytes.toString("utf8", start, end), offset, length);
  }
}

function parseLine(text: string, offset: number, length: number): LineStructure {
  const value = decodeLine(text);
  if (!value) return { kind: "damaged" };
  if (!isSessionEntry(value)) return { kind: "foreign" };
  return { kind: "entry", row: rowOf(value, offset, length), entry: value };
}

export function rowOf({ type, id, parentId }: SessionEntry, offset: number, length: number): EntryRow {
  return {
    type: spanOf(type),
    id: spanOf(id),
    parent: parentId === null ? undefined : spanOf(parentId),
    offset,
    length,
  };
}

/** Blanks and the `\r` of files that went through another system do not belong to a line. */
function trimmedEnd({ bytes, start, end }: ScannedLine): number {
  let last = end;
  while (last > start && (bytes[last - 1] ?? 0) <= 32) last--;
  return last;
}
