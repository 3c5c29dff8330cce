import { closeSync, openSync, readdirSync, realpathSync, rmdirSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SessionError } from "../session/session-error.ts";
import { makeFolder } from "./make-folder.ts";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.ts";
import { errorCode, ignoreMissing, storageError } from "./storage-error.ts";

/**
 * The right of one process to write a session.
 *
 * The lock is a folder, and a process holds it by a file in there that is named after the process. It puts its file down first and
 * looks for others afterwards, so of two that come at once at least one sees the other and steps back. Nothing needs refreshing: the
 * file of a process that is gone says so by its name, and whoever finds it removes it.
 */
export interface WriterLock {
  release(): void;
}

const ATTEMPTS = 20;
const FLAG = /^(\d+)-([\w-]+)$/;

/** Handles of this process share its lock: they append to one descriptor each and see what the other wrote. */
const held = new Map<string, number>();

/** Throws `SessionError` with the code `locked` where another living process holds the lock. */
export function acquireWriterLock(path: string): WriterLock {
  const folder = lockFolder(path);
  const count = held.get(folder) ?? 0;
  if (count === 0) takeOver(folder, path);
  if (held.size === 0) process.once("exit", releaseAll);
  held.set(folder, count + 1);
  let released = false;
  return {
    release() {
      if (released) return;
      released = true;
      releaseOne(folder);
    },
  };
}

/** The process that writes a session now, if it is another one. */
export function findWriter(path: string): ProcessIdentity | undefined {
  return othersIn(lockFolder(path)).find(isAlive);
}

/** One file has one lock, by whatever links it is reached; one that is still to be made has the place it will have. */
function lockFolder(path: string): string {
  const real = ignoreMissing(() => realpathSync(path));
  if (real !== undefined) return `${real}.lock`;
  const folder = ignoreMissing(() => realpathSync(dirname(path)));
  return `${folder === undefined ? path : join(folder, basename(path))}.lock`;
}

function takeOver(folder: string, path: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const writer = findWriter(path);
    if (writer) throw lockedBy(writer, path);
    if (!raiseFlag(folder)) continue;
    if (!othersIn(folder).some(isAlive)) {
      for (const dead of othersIn(folder)) ignoreMissing(() => unlinkSync(join(folder, flagOf(dead))));
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
    closeSync(openSync(join(folder, flagOf(ownIdentity())), "w", 0o600));
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw storageError(error, `lock session ${folder}`);
  }
}

function lowerFlag(folder: string): void {
  ignoreMissing(() => unlinkSync(join(folder, flagOf(ownIdentity()))));
  try {
    rmdirSync(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOTEMPTY" && code !== "ENOENT" && code !== "EEXIST") throw error;
  }
}

function othersIn(folder: string): ProcessIdentity[] {
  const own = flagOf(ownIdentity());
  const names = ignoreMissing(() => readdirSync(folder)) ?? [];
  return names.flatMap((name) => {
    const match = FLAG.exec(name);
    return match && name !== own ? [{ pid: Number(match[1]), started: match[2] ?? "" }] : [];
  });
}

function flagOf({ pid, started }: ProcessIdentity): string {
  return `${pid}-${started}`;
}

function lockedBy({ pid }: ProcessIdentity, path: string): SessionError {
  return new SessionError(
    "locked",
    `Process ${pid} is writing session ${basename(path)}. Open it read-only, fork it, or wait until that process ends.`,
  );
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
