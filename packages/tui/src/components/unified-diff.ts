import type { DiffLine } from "./diff.ts";

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Parses the lines of a unified diff, with a gap between hunks. Omits file headers. */
export function parseUnifiedDiff(patch: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let hunk: HunkReader | undefined;
  for (const text of patch.split("\n")) {
    const header = HUNK.exec(text);
    if (header) {
      if (lines.length > 0) lines.push({ kind: "gap", text: "" });
      hunk = new HunkReader(Number(header[1]), Number(header[2]));
      continue;
    }
    const line = hunk?.read(text);
    if (line) lines.push(line);
    else if (!text.startsWith("\\")) hunk = undefined;
  }
  return lines;
}

class HunkReader {
  private oldNumber: number;
  private newNumber: number;

  constructor(oldNumber: number, newNumber: number) {
    this.oldNumber = oldNumber;
    this.newNumber = newNumber;
  }

  /** Returns undefined for a line that does not belong to a hunk. */
  read(line: string): DiffLine | undefined {
    const text = line.slice(1);
    if (line.startsWith("+")) return { kind: "added", text, newNumber: this.newNumber++ };
    if (line.startsWith("-")) return { kind: "removed", text, oldNumber: this.oldNumber++ };
    if (!line.startsWith(" ")) return undefined;
    return { kind: "same", text, oldNumber: this.oldNumber++, newNumber: this.newNumber++ };
  }
}
