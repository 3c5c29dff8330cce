import type { SessionEntry } from "../session/entry.ts";
import { structureOf } from "./entry-structure.ts";
import { EntryTable } from "./entry-table.ts";
import { hasBlobReference } from "./image-blobs.ts";
import { type ScannedLine, scanLines } from "./scan-lines.ts";

/** A line that could not be read. */
export interface DamagedLine {
  readonly offset: number;
  readonly length: number;
  /** The end of the file, cut off in the middle of a write. */
  readonly torn: boolean;
  /** No JSON object at all; otherwise one that has no place in the tree. */
  readonly unreadable: boolean;
}

export interface ScanFindings {
  readonly damaged: DamagedLine[];
  readonly duplicates: string[];
  readonly orphans: string[];
}

/** What a session file holds after its header: the shape of all entries, and the entries that have been read so far. */
export class LogContents {
  readonly table: EntryTable;
  readonly entries = new Map<number, SessionEntry>();
  /** False where the file ends inside a line. */
  endsInNewline = true;

  constructor(table: EntryTable = new EntryTable()) {
    this.table = table;
  }

  /** Takes in the lines between two positions of the file. */
  scan(fd: number, from: number, to: number, mode: "parse" | "glance"): ScanFindings {
    const findings: ScanFindings = { damaged: [], duplicates: [], orphans: [] };
    let afterDamage = false;
    scanLines(fd, from, to, (line) => {
      this.endsInNewline = line.complete;
      const structure = structureOf(line, mode);
      if (structure.kind === "blank") return;
      if (structure.kind !== "entry") {
        findings.damaged.push(damagedLine(line, structure.kind === "damaged"));
        afterDamage = true;
        return;
      }
      const { row, entry } = structure;
      if (this.table.positionOf(row.id) >= 0) findings.duplicates.push(row.id);
      // What follows an unreadable entry was most likely its child: the conversation before it is not given up.
      const position = this.table.add(row, afterDamage ? this.table.count - 1 : -1);
      if (row.parentId !== null && this.table.parentAt(position) < 0) findings.orphans.push(row.id);
      if (entry && !hasBlobReference(line.bytes.subarray(line.start, line.end))) this.entries.set(position, entry);
      afterDamage = false;
    });
    return findings;
  }
}

function damagedLine({ offset, start, end, complete }: ScannedLine, unreadable: boolean): DamagedLine {
  return { offset, length: end - start, torn: unreadable && !complete, unreadable };
}
