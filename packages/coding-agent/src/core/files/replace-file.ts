import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
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
}

/**
 * Replaces a file atomically: a reader finds the old content or the new, never a part, and the file is never readable
 * by more users than before. Symbolic links stay; owner, group and mode are kept. Other hard links keep the old
 * content; use `overwriteInPlace` where they must change too.
 */
export function replaceFile(path: string, content: string | Uint8Array, options: ReplaceOptions = {}): void {
  const { mode, enforceMode, durable = false } = options;
  const target = followLinks(path);
  const existing = enforceMode ? undefined : statSync(target, { throwIfNoEntry: false });
  // A short name, so that it fits even if the file's own name has the maximum length.
  const temporary = join(dirname(target), `.tau-${uniqueName()}.tmp`);
  try {
    // Private until owner and group match those of the replaced file.
    writeFileSync(temporary, content, { flag: "wx", flush: durable, mode: existing ? 0o600 : (mode ?? 0o666) });
    if (existing) keepOwnership(temporary, existing);
    else if (enforceMode && mode !== undefined) chmodSync(temporary, mode);
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

function keepOwnership(path: string, { mode, uid, gid }: Stats): void {
  const made = statSync(path);
  // Changing the owner may be forbidden. Then the writer owns the file, as with any editor.
  if (made.uid !== uid || made.gid !== gid) attempt(() => chownSync(path, uid, gid));
  const now = statSync(path);
  if (now.uid === uid && now.gid === gid) chmodSync(path, mode & 0o7777);
  // The file now has another group, which gets the permissions of "others" instead of those of the old group.
  else chmodSync(path, now.gid === gid ? mode & 0o777 : mode & (0o707 | ((mode & 0o007) << 3)));
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
