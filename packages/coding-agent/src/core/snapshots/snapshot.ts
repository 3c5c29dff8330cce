import { TauError } from "../tau-error.ts";

/** The state of the files below one folder. */
export interface Snapshot {
  /** Git trees by folder: one for the folder itself (`""`) and one for each nested repository, by its relative path. */
  readonly trees: Readonly<Record<string, string>>;
  /** Files that were too large or unreadable: an undo leaves them as they are. */
  readonly leftOut?: readonly string[];
}

export function isSameSnapshot(a: Snapshot, b: Snapshot): boolean {
  const folders = Object.keys(a.trees);
  return (
    folders.length === Object.keys(b.trees).length && folders.every((folder) => a.trees[folder] === b.trees[folder])
  );
}

export interface SnapshotLimits {
  /** Larger files are left out. */
  readonly maxFileBytes: number;
  /** Folders with more files get no snapshot. */
  readonly maxFiles: number;
}

export type SnapshotErrorCode =
  | "no-snapshot"
  | "git-failed"
  | "conflict"
  | "restore-failed"
  | "lost-content"
  | "nothing-to-undo";

export class SnapshotError extends TauError<SnapshotErrorCode> {
  override readonly name = "SnapshotError";
}

export function checkFileCount(count: number, { maxFiles }: SnapshotLimits): void {
  if (count <= maxFiles) return;
  const files = `${count} files would have to be recorded (snapshots.maxFiles is ${maxFiles})`;
  throw new SnapshotError("no-snapshot", `Changes of files cannot be undone here: ${files}.`);
}
