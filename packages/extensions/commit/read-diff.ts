import type { FileChange, Hunk } from "./change.ts";
import type { Git } from "./git.ts";

/** The maximum size of the diff kept for one file. */
const FILE_BYTES = 256 * 1024;
const TOTAL_BYTES = 32 * 1024 * 1024;

type Entry = Pick<FileChange, "status" | "path" | "oldPath" | "oldMode" | "newMode" | "oldBlob" | "newBlob">;

/** Returns the changes between two trees, file by file. Does not run external diff programs configured by the repository. */
export async function readDiff(git: Git, from: string, to: string): Promise<FileChange[]> {
  const compare = ["-r", "-M", from, to];
  const entries = readEntries(await git.text(["diff-tree", "--raw", "-z", "--full-index", ...compare]));
  const options = ["-p", "-U3", "--no-color", "--no-ext-diff", "--no-textconv", "--full-index"];
  const sections = new Sections();
  const decoder = new LineReader();
  for await (const chunk of git.stream(["diff-tree", ...options, ...compare]))
    for (const line of decoder.push(chunk)) sections.take(line);
  for (const line of decoder.end()) sections.take(line);
  let at = 0;
  return entries.map((entry, index) => {
    // A file that became a link appears as two sections: one deletion and one addition.
    const count = entry.status === "T" ? 2 : 1;
    const shown = sections.list.slice(at, at + count);
    at += count;
    return toChange(`F${index + 1}`, entry, shown);
  });
}

function readEntries(raw: string): Entry[] {
  const words = raw.split("\0");
  const entries: Entry[] = [];
  for (let at = 0; words[at]?.startsWith(":"); ) {
    const [oldMode = "", newMode = "", oldBlob = "", newBlob = "", state = ""] = words[at]?.slice(1).split(" ") ?? [];
    const status = state.slice(0, 1);
    const first = words[at + 1] ?? "";
    const moved = status === "R" || status === "C";
    const path = moved ? (words[at + 2] ?? "") : first;
    const oldPath = moved ? { oldPath: first } : {};
    entries.push({ status, path, oldMode, newMode, oldBlob, newBlob, ...oldPath });
    at += moved ? 3 : 2;
  }
  return entries;
}

interface Section {
  readonly hunks: { oldStart: number; oldLines: number; lines: string[] }[];
  added: number;
  removed: number;
  isBinary: boolean;
  isCut: boolean;
  size: number;
}

/** Collects the sections of a diff, one per file, within the size limits. */
class Sections {
  readonly list: Section[] = [];
  private room = TOTAL_BYTES;
  /** The remaining old and new lines of the current hunk. */
  private old = 0;
  private new = 0;

  take(line: string): void {
    const section = this.list.at(-1);
    if (section && (this.old > 0 || this.new > 0 || line.startsWith("\\"))) {
      this.takeHunkLine(section, line);
      return;
    }
    if (line.startsWith("diff --git ")) {
      this.list.push({ hunks: [], added: 0, removed: 0, isBinary: false, isCut: false, size: 0 });
      return;
    }
    const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (section && header) {
      this.old = Number(header[2] ?? 1);
      this.new = Number(header[3] ?? 1);
      section.hunks.push({ oldStart: Number(header[1]), oldLines: this.old, lines: [] });
    } else if (section && line.startsWith("Binary files ")) section.isBinary = true;
  }

  private takeHunkLine(section: Section, line: string): void {
    const sign = line[0];
    if (sign === " " || sign === "-") this.old--;
    if (sign === " " || sign === "+") this.new--;
    if (sign === "+") section.added++;
    if (sign === "-") section.removed++;
    section.size += line.length;
    this.room -= line.length;
    if (section.size > FILE_BYTES || this.room < 0) section.isCut = true;
    else section.hunks.at(-1)?.lines.push(line);
  }
}

function toChange(id: string, entry: Entry, sections: readonly Section[]): FileChange {
  const sum = (count: (section: Section) => number) => sections.reduce((all, section) => all + count(section), 0);
  const hunks: Hunk[] = sections
    .flatMap((section) => section.hunks)
    .map((hunk, index) => ({ id: `${id}.${index + 1}`, ...hunk }));
  return {
    id,
    ...entry,
    hunks,
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
    isBinary: sections.some(({ isBinary }) => isBinary),
    isCut: sections.some(({ isCut }) => isCut),
  };
}

/** Splits chunks into lines without line ends, one character per byte. */
class LineReader {
  private rest = "";

  push(chunk: Buffer): string[] {
    const lines = (this.rest + chunk.toString("latin1")).split("\n");
    this.rest = lines.pop() ?? "";
    // A line of many megabytes is cut: it is only counted, not shown.
    if (this.rest.length > 2 * FILE_BYTES) this.rest = this.rest.slice(0, 2 * FILE_BYTES);
    return lines;
  }

  end(): string[] {
    return this.rest === "" ? [] : [this.rest];
  }
}
