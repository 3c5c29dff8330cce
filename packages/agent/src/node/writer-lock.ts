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
import { SessionError } from "../session/session-error.ts";
import { errorCode } from "./error-code.ts";
import { makeFolder } from "./make-folder.ts";
import { ownProcessName, type PlacedProcess, parseProcessName, processName, processState } from "./process-identity.ts";
import { ifPossible, ignoreMissing, storageError } from "./storage-error.ts";

/**
 * The right of one process to write a session.
 *
 * The lock is a folder, and a process holds it by a file in there that is named after the process. It puts its file down first and
 * looks for others afterwards, so of two that come at once at least one sees the other and steps back. Nothing needs refreshing: the
 * file of a process that has ended says so by its name, and the next process that wants the lock removes it. The file of a process that
 * cannot be seen from here, of another machine or container, is removed only on request.
 */
export interface WriterLock {
  /** Throws `SessionError` with the code `locked` where another process has taken the lock away. */
  confirm(): void;
  release(): void;
}

export interface LockOptions {
  /** Takes the lock from holders that cannot be seen from here. One that is known to be alive keeps it. */
  readonly takeOver?: boolean | undefined;
}

/** Another process that holds the lock. */
export interface SessionWriter extends PlacedProcess {
  /** It belongs to another machine or container: whether it is alive cannot be told from here. */
  readonly isElsewhere: boolean;
}

const ATTEMPTS = 20;
const { O_CREAT, O_NOFOLLOW = 0, O_WRONLY } = constants;

/** Handles of this process share its lock: they append to one descriptor each and see what the other wrote. */
const held = new Map<string, number>();

/** Throws `SessionError` with the code `locked` where another process holds the lock. */
export function acquireWriterLock(path: string, options: LockOptions = {}): WriterLock {
  const folder = lockFolder(path);
  const count = held.get(folder) ?? 0;
  if (count === 0) take(folder, path, options);
  if (held.size === 0) process.once("exit", releaseAll);
  held.set(folder, count + 1);
  let released = false;
  return {
    confirm() {
      // The user may have cleared the folder by hand: the lock is taken anew then, unless another process was faster.
      if (!existsSync(join(folder, ownProcessName()))) take(folder, path, {});
    },
    release() {
      if (released) return;
      released = true;
      releaseOne(folder);
    },
  };
}

/** The process that writes a session now, if it is another one. */
export function findWriter(path: string): SessionWriter | undefined {
  return writersIn(lockFolder(path))[0];
}

/** One file has one lock, by whatever links it is reached; one that is still to be made has the place it will have. */
function lockFolder(path: string): string {
  const real = ignoreMissing(() => realpathSync(path));
  if (real !== undefined) return `${real}.lock`;
  const folder = ignoreMissing(() => realpathSync(dirname(path)));
  return `${folder === undefined ? path : join(folder, basename(path))}.lock`;
}

function take(folder: string, path: string, { takeOver = false }: LockOptions): void {
  // The holders that the user wants the lock taken from. One that comes later may have been told the same: it is none of them.
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
  lowerFlag(folder);
}

/** A program that ends without closing its sessions leaves no lock behind; one that is killed leaves one that says so. */
function releaseAll(): void {
  for (const folder of held.keys()) lowerFlag(folder);
  held.clear();
}

/** False where the folder vanished in between: its last holder has just left. */
function raiseFlag(folder: string): boolean {
  try {
    makeFolder(folder, 0o700);
    // Files are made and removed in there: a link would lead to a folder of something else.
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
  // What cannot be looked at is no lock that a process holds. It cannot be taken either.
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
