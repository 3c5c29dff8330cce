import type { AppendFile } from "./append-file.ts";
import type { ScanMode } from "./entry-structure.ts";
import { LogContents, type ScanFindings, SMALL_FILE } from "./log-contents.ts";
import type { IndexCache } from "./session-index.ts";

export interface LoadedContents {
  readonly contents: LogContents;
  readonly findings: ScanFindings;
  /** How much of the file has been taken in; another process may be writing on. */
  readonly size: number;
  /** How much of the file an index covered. */
  readonly indexed: number;
}

/** Learns the shape of a session: from its index and what was written since, or by reading the file once. */
export function loadContents(file: AppendFile, path: string, from: number, index: IndexCache): LoadedContents {
  const size = file.size();
  const known = size > SMALL_FILE ? index.load(path, file.descriptor) : undefined;
  const start = known?.size ?? from;
  const mode = size - start > SMALL_FILE ? "glance" : "parse";
  const scan = (contents: LogContents, how: ScanMode) => {
    contents.endsInNewline = start === 0 || file.read(start - 1, 1)[0] === 10;
    return { contents, findings: contents.scan(file.descriptor, start, size, how), size, indexed: known?.size ?? 0 };
  };
  const loaded = scan(new LogContents(known?.table), mode);
  // An entry without its parent comes after one that looked sound and is not: a closer look may find it.
  if (mode === "glance" && !known && loaded.findings.orphans.length > 0) return scan(new LogContents(), "check");
  if (!known) return loaded;
  const damaged = known.damaged.concat(loaded.findings.damaged);
  return { ...loaded, findings: { ...loaded.findings, damaged } };
}
