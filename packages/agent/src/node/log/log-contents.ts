import type { SessionEntry } from "../../session/entries/entry.ts";
import { hasBlobReference } from "../blobs/image-blobs.ts";
import type { EntryRow } from "../index/entry-row.ts";
import { EntryTable } from "../index/entry-table.ts";
import { LineReader, readSecond, type ScanMode } from "../lines/entry-structure.ts";
import { type ScannedLine, scanLines } from "../lines/scan-lines.ts";

/** A file up to this size is parsed completely when opened, so that damage is known at once; a larger file has an index. */
export const SMALL_FILE = 512 * 1024;

/** A line that could not be read. */
export interface DamagedLine {
  readonly offset: number;
  readonly length: number;
  /** The last line of the file, cut off in the middle of a write. */
  readonly torn: boolean;
}

export interface ScanFindings {
  readonly damaged: DamagedLine[];
  readonly duplicates: string[];
  readonly orphans: string[];
}

/** The content of a session file after its header: the structure of all entries, and the entries read so far. */
export class LogContents {
  readonly table: EntryTable;
  readonly entries = new Map<number, SessionEntry>();
  /** False if the file ends inside a line. */
  endsInNewline = true;

  constructor(table: EntryTable = new EntryTable()) {
    this.table = table;
  }

  /** Reads the lines between two positions of the file. */
  scan(fd: number, from: number, to: number, mode: ScanMode): ScanFindings {
    const findings: ScanFindings = { damaged: [], duplicates: [], orphans: [] };
    const reader = new LineReader(mode);
    let afterDamage = false;
    scanLines(fd, from, to, (line) => {
      this.endsInNewline = line.complete;
      const structure = reader.read(line);
      if (structure.kind === "entry") {
        // The entry after an unreadable one was most likely its child, so it is attached to the last readable entry and the conversation
        // before it stays reachable.
        this.take(structure.row, findings, afterDamage ? this.table.count - 1 : -1);
        if (structure.entry && mode === "parse") this.keep(structure.entry);
        afterDamage = false;
      } else if (structure.kind !== "blank") {
        const { kind } = structure;
        afterDamage = !(kind === "damaged" && this.takeSecond(line, findings, mode));
        if (afterDamage) findings.damaged.push(damagedLine(line, kind));
      }
    });
    return findings;
  }

  /** Takes the second entry of an unreadable line that holds two. Returns false if there is none. */
  private takeSecond(line: ScannedLine, findings: ScanFindings, mode: ScanMode): boolean {
    const second = readSecond(line);
    if (!second) return false;
    const first = { ...line, end: line.start + second.at, complete: true };
    findings.damaged.push(damagedLine(first, "damaged"));
    this.take(second.row, findings, this.table.count - 1);
    if (mode === "parse") this.keep(second.entry);
    return true;
  }

  private keep(entry: SessionEntry): void {
    if (!hasBlobReference(entry)) this.entries.set(this.table.count - 1, entry);
  }

  private take(row: EntryRow, findings: ScanFindings, fallbackParent: number): void {
    if (!this.table.add(row, fallbackParent)) findings.duplicates.push(idOf(row));
    if (row.parentStart >= 0 && this.table.parentAt(this.table.count - 1) < 0) findings.orphans.push(idOf(row));
  }
}

function idOf({ bytes, idStart, idEnd }: EntryRow): string {
  return new TextDecoder().decode(bytes.subarray(idStart, idEnd));
}

function damagedLine({ offset, start, end, complete }: ScannedLine, kind: "damaged" | "foreign"): DamagedLine {
  return { offset, length: end - start, torn: kind === "damaged" && !complete };
}
