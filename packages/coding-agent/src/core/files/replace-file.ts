import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { uniqueName } from "./unique-name.ts";

export interface ReplaceOptions {
  /** Mode of a new file. An existing file keeps its mode unless `enforceMode` is set. */
  readonly mode?: number;
  readonly enforceMode?: boolean;
  /** Returns only after the disk has confirmed content and name, so that a power cut leaves the old text or the new. */
  readonly durable?: boolean;
  /** The path has no link that may be followed. */
  readonly isResolved?: boolean;
}

/**
 * Replaces a file atomically: a reader finds the old content or the new, never a part, and the file is never readable
 * by more users than before. Symbolic links stay; owner, group and mode are kept. Other hard links keep the old
 * content; use `overwriteInPlace` where they must change too.
 */
export function replaceFile(path: string, content: string | Uint8Array, options: ReplaceOptions = {}): void {
  const { mode, enforceMode, durable = false, isResolved = false } = options;
  const target = isResolved ? path : followLinks(path);
  const existing = enforceMode ? undefined : lstatSync(target, { throwIfNoEntry: false });
  // A short name, so that it fits even if the file's own name has the maximum length.
  const temporary = join(dirname(target), `.tau-${uniqueName()}.tmp`);
  try {
    // Private until owner and group match those of the replaced file.
    const file = openSync(temporary, "wx", existing ? 0o600 : (mode ?? 0o666));
    try {
      writeFileSync(file, content);
      // By the open file, not by its name, which another program could give to a link.
      if (existing) keepOwnership(file, existing);
      else if (enforceMode && mode !== undefined) fchmodSync(file, mode);
      if (durable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  if (durable) syncFolder(dirname(target));
}

/** Returns the end of a chain of links, which need not exist yet. */
export function followLinks(path: string): string {
  let current = path;
  for (let hops = 0; hops < MAX_LINKS; hops++) {
    const next = attempt(() => readlinkSync(current));
    if (next === undefined) return current;
    current = resolve(dirname(current), next);
  }
  throw Object.assign(new Error(`Too many symbolic links: ${path}`), { code: "ELOOP" });
}

const MAX_LINKS = 40;

function keepOwnership(file: number, { mode, uid, gid }: Stats): void {
  const made = fstatSync(file);
  // Changing the owner may be forbidden. Then the writer owns the file, as with any editor.
  if (made.uid !== uid || made.gid !== gid) attempt(() => fchownSync(file, uid, gid));
  const now = fstatSync(file);
  if (now.uid === uid && now.gid === gid) fchmodSync(file, mode & 0o7777);
  // The file now has another group, which gets the permissions of "others" instead of those of the old group.
  else fchmodSync(file, now.gid === gid ? mode & 0o777 : mode & (0o707 | ((mode & 0o007) << 3)));
}

/** Syncs the folder, which makes the new name durable. Some file systems do not support this. */
function syncFolder(folder: string): void {
  const opened = attempt(() => openSync(folder, "r"));
  if (opened === undefined) return;
  attempt(() => fsyncSync(opened));
  closeSync(opened);
}

/** Returns `undefined` if the system call fails. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
