import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { SessionError } from "../../session/session-error.ts";
import { errorCode } from "../error-code.ts";
import { makeFolder } from "../make-folder.ts";
import {
  ownProcessName,
  type PlacedProcess,
  parseProcessName,
  processName,
  processState,
} from "../process-identity.ts";
import { ifPossible, ignoreMissing, storageError } from "./storage-error.ts";

/**
 * The right of one process to write a session.
 *
 * The lock is a folder; a process holds it by a file in that folder named after the process. A process creates its file first and then
 * looks for others, so of two simultaneous processes at least one sees the other and backs off. The lock needs no refreshing: the file name
 * identifies its process, and the next process that wants the lock removes the files of ended processes. The file of a process on another
 * machine or in another container, whose state is unknown here, is removed only on request.
 */
export interface WriterLock {
  /** Throws `SessionError` with the code `locked` if another process has taken the lock. */
  confirm(): void;
  release(): void;
}

export interface LockOptions {
  /** Takes the lock from holders on other machines or in other containers. A holder known to be alive keeps it. */
  readonly takeOver?: boolean | undefined;
}

/** Another process that holds the lock. */
export interface SessionWriter extends PlacedProcess {
  /** The process belongs to another machine or container, so whether it is alive is unknown. */
  readonly isElsewhere: boolean;
}

const ATTEMPTS = 20;
const { O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = constants;

/** Lock counts by folder. Handles of this process share its lock: each has its own descriptor and sees what the others wrote. */
const held = new Map<string, number>();

/** Throws `SessionError` with the code `locked` if another process holds the lock. */
export function acquireWriterLock(path: string, options: LockOptions = {}): WriterLock {
  const folder = lockFolder(path);
  const count = held.get(folder) ?? 0;
  if (count === 0) take(folder, path, options);
  if (held.size === 0) process.once("exit", releaseAll);
  held.set(folder, count + 1);
  let released = false;
  return {
    confirm() {
      // The user may have deleted the folder by hand: take the lock again, unless another process was faster.
      if (!existsSync(join(folder, ownProcessName()))) take(folder, path, {});
    },
    release() {
      if (released) return;
      released = true;
      releaseOne(folder);
    },
  };
}

/** Returns the other process that is writing a session, if any. */
export function findWriter(path: string): SessionWriter | undefined {
  return writersIn(lockFolder(path))[0];
}

/** Returns the lock folder. A file has one lock, whatever links lead to it; for a missing file its future path counts. */
function lockFolder(path: string): string {
  const real = ignoreMissing(() => realpathSync(path));
  if (real !== undefined) return `${real}.lock`;
  const folder = ignoreMissing(() => realpathSync(dirname(path)));
  return `${folder === undefined ? path : join(folder, basename(path))}.lock`;
}

function take(folder: string, path: string, { takeOver = false }: LockOptions): void {
  // Only current holders are replaced: one that appears later may be taking over as well and counts as a rival.
  const replaceable = new Set(
    takeOver
      ? writersIn(folder)
          .filter(({ isElsewhere }) => isElsewhere)
          .map(processName)
      : [],
  );
  const rivals = () => writersIn(folder).filter((writer) => !replaceable.has(processName(writer)));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [writer] = rivals();
    if (writer) throw lockedBy(writer, path);
    if (!raiseFlag(folder)) continue;
    if (rivals().length === 0) {
      for (const other of othersIn(folder)) ignoreMissing(() => unlinkSync(join(folder, processName(other))));
      return;
    }
    lowerFlag(folder);
    pause(1 + Math.random() * 10);
  }
  throw new SessionError("locked", `Several programs want to write session ${basename(path)}. Try again.`);
}

function releaseOne(folder: string): void {
  const count = (held.get(folder) ?? 1) - 1;
  if (count > 0) {
    held.set(folder, count);
    return;
  }
  held.delete(folder);
  if (held.size === 0) process.off("exit", releaseAll);
  leave(folder);
}

/** Releases all locks at exit. A killed program leaves lock files, whose names show that it has ended. */
function releaseAll(): void {
  for (const folder of held.keys()) leave(folder);
  held.clear();
}

/** Removes the lock file. A folder that takes no changes any more keeps it, like that of a killed program. */
function leave(folder: string): void {
  ifPossible(() => lowerFlag(folder));
}

/** Creates the lock file of this process. Returns false if the folder vanished meanwhile because its last holder left. */
function raiseFlag(folder: string): boolean {
  try {
    makeFolder(folder, 0o700);
    // Files are created and removed in this folder, so it must not be a link to another one.
    if (!lstatSync(folder).isDirectory())
      throw new SessionError("permission", `${folder} is a link, and no lock. Remove it.`);
    closeSync(openSync(join(folder, ownProcessName()), O_WRONLY | O_CREAT | O_NOFOLLOW, 0o600));
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw storageError(error, `lock session ${folder}`);
  }
}

function lowerFlag(folder: string): void {
  ignoreMissing(() => unlinkSync(join(folder, ownProcessName())));
  try {
    rmdirSync(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOTEMPTY" && code !== "ENOENT" && code !== "EEXIST") throw error;
  }
}

function writersIn(folder: string): SessionWriter[] {
  return othersIn(folder).flatMap((other) => {
    const state = processState(other);
    return state === "dead" ? [] : [{ ...other, isElsewhere: state === "unknown" }];
  });
}

function othersIn(folder: string): PlacedProcess[] {
  const own = ownProcessName();
  // An unreadable folder holds no lock we could recognise. Taking the lock fails later with a proper error.
  const names = ifPossible(() => readdirSync(folder)) ?? [];
  return names.flatMap((name) => (name === own ? [] : (parseProcessName(name) ?? [])));
}

function lockedBy({ pid, place, isElsewhere }: SessionWriter, path: string): SessionError {
  const session = basename(path);
  return new SessionError(
    "locked",
    isElsewhere
      ? `Session ${session} is locked by process ${pid} of ${place?.host}, which cannot be seen from here: if it has ended, open the session with --take-over, else continue in a copy with --fork.`
      : `Process ${pid} is writing session ${session}. Open it read-only, fork it, or wait until that process ends.`,
  );
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
