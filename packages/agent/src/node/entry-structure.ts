import { decodeLine, isSessionEntry } from "../session/codec.ts";
import type { FileEntry, SessionEntry } from "../session/entry.ts";
import type { EntryRow } from "./entry-table.ts";
import type { ScannedLine } from "./scan-lines.ts";

export type LineStructure =
  | { kind: "entry"; row: EntryRow; entry?: SessionEntry }
  | { kind: "other"; value: FileEntry }
  | { kind: "blank" }
  | { kind: "damaged" };

const PREFIX_BYTES = 256;
const PREFIX = /^\{"type":"([a-z_]+)","id":"([\x20!#-[\]-~]+)","parentId":(?:null|"([\x20!#-[\]-~]+)"),/;
const CLOSING_BRACE = 125;
const MAX_LINE = 0x1fffffe8;

/**
 * What a line is. `glance` reads no more than the fields that the format puts first, and leaves it to the reading of the entry to
 * find out whether the rest is sound.
 */
export function structureOf(line: ScannedLine, mode: "parse" | "glance"): LineStructure {
  const end = trimmedEnd(line);
  if (end === line.start) return { kind: "blank" };
  if (end - line.start > MAX_LINE) return { kind: "damaged" };
  const place = { offset: line.offset, length: end - line.start };
  if (mode === "glance" && line.bytes[end - 1] === CLOSING_BRACE) {
    const prefix = PREFIX.exec(line.bytes.toString("latin1", line.start, Math.min(end, line.start + PREFIX_BYTES)));
    if (prefix && prefix[1] !== "session") {
      return {
        kind: "entry",
        row: { type: prefix[1] ?? "", id: prefix[2] ?? "", parentId: prefix[3] ?? null, ...place },
      };
    }
  }
  const value = decodeLine(line.bytes.toString("utf8", line.start, end));
  if (!value) return { kind: "damaged" };
  if (!isSessionEntry(value)) return { kind: "other", value };
  return { kind: "entry", row: { type: value.type, id: value.id, parentId: value.parentId, ...place }, entry: value };
}

/** Blanks and the `\r` of files that went through another system do not belong to a line. */
function trimmedEnd({ bytes, start, end }: ScannedLine): number {
  let last = end;
  while (last > start && (bytes[last - 1] ?? 0) <= 32) last--;
  return last;
}
