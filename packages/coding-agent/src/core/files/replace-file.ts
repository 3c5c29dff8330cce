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
  /** For a new file; one that exists keeps its own unless `enforceMode` is set. */
  readonly mode?: number;
  readonly enforceMode?: boolean;
  /** Returns after the disk has confirmed the content and the name: a power cut leaves the old text or the new. */
  readonly durable?: boolean;
}

/**
 * Replaces a file in one step: a reader finds the old content or the new, never a part, and at no moment can more people read it
 * than before. A symbolic link stays one; owner, group and mode are kept. Other names of the file keep the old content:
 * where they have to change with it, there is `overwriteInPlace`.
 */
export function replaceFile(path: string, content: string | Uint8Array, options: ReplaceOptions = {}): void {
  const { mode, enforceMode, durable = false } = options;
  const target = followLinks(path);
  const existing = enforceMode ? undefined : statSync(target, { throwIfNoEntry: false });
  // Short, so that a file whose own name is as long as names can be has one too.
  const temporary = join(dirname(target), `.tau-${uniqueName()}.tmp`);
  try {
    // Closed to others until owner and group are those of the file that it replaces.
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

/** Where a chain of links ends, though nothing may be there yet. */
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
  // Giving a file away may be forbidden; then the writer owns it, as with any editor.
  if (made.uid !== uid || made.gid !== gid) attempt(() => chownSync(path, uid, gid));
  const now = statSync(path);
  if (now.uid === uid && now.gid === gid) chmodSync(path, mode & 0o7777);
  // What the old group could read says nothing about the group that has the file now: it gets what everybody had.
  else chmodSync(path, now.gid === gid ? mode & 0o777 : mode & (0o707 | ((mode & 0o007) << 3)));
}

/** A name is durable when its folder is. Some file systems cannot be asked. */
function syncFolder(folder: string): void {
  const opened = attempt(() => openSync(folder, "r"));
  if (opened === undefined) return;
  attempt(() => fsyncSync(opened));
  closeSync(opened);
}

/** `undefined` where the system refuses. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
