import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { isAlive, ownIdentity, type ProcessIdentity } from "@tau/agent/process-identity";
import { ConfigError, isMissing, isObject, parseJson } from "../json-file/index.ts";

/** Held until released or until the process ends, whatever way it ends. Nothing is refreshed while it is held. */
export interface FileLock {
  release(): void;
}

export interface LockWait {
  /** How long to wait for a live holder (default 10 s). */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

interface Holder extends ProcessIdentity {
  readonly host: string;
  readonly token: string;
}

/** Takes the lock, or returns `undefined` where a live process holds it. A dead holder's lock is taken over. */
export function tryLock(path: string): FileLock | undefined {
  const mine: Holder = { ...ownIdentity(), host: hostname(), token: crypto.randomUUID() };
  return create(path, mine) || takeOver(path, mine) ? { release: () => release(path, mine) } : undefined;
}

export async function withLock<T>(path: string, run: () => T | Promise<T>, wait: LockWait = {}): Promise<T> {
  const lock = await acquire(path, wait);
  try {
    return await run();
  } finally {
    lock.release();
  }
}

/** For short sections behind a synchronous interface: the thread sleeps while it waits. */
export function withLockSync<T>(path: string, run: () => T, { timeoutMs = DEFAULT_TIMEOUT_MS }: LockWait = {}): T {
  const deadline = Date.now() + timeoutMs;
  let lock = tryLock(path);
  while (!lock) {
    if (Date.now() > deadline) throw lockedError(path);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    lock = tryLock(path);
  }
  try {
    return run();
  } finally {
    lock.release();
  }
}

async function acquire(path: string, { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: LockWait): Promise<FileLock> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const lock = tryLock(path);
    if (lock) return lock;
    if (Date.now() > deadline) throw lockedError(path);
    await new Promise((wake) => setTimeout(wake, RETRY_MS));
  }
}

function create(path: string, mine: Holder): boolean {
  makeFolder(dirname(path), 0o700);
  try {
    writeFileSync(path, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Two processes may find the same dead holder. Only the one that holds the lock on taking over may replace the file, and
 * it looks again first; the dead holder itself changes nothing any more. So what it saw stays true until it has replaced it.
 */
function takeOver(path: string, mine: Holder): boolean {
  if (!isStale(path)) return false;
  const claim = tryLock(`${path}~`);
  if (!claim) return false;
  try {
    if (!isStale(path)) return false;
    const prepared = `${path}.${mine.token}`;
    writeFileSync(prepared, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
    renameSync(prepared, path);
    return true;
  } finally {
    claim.release();
  }
}

function isStale(path: string): boolean {
  const holder = readHolder(path);
  if (holder === "gone") return false;
  if (holder === "unreadable") return ageOf(path) > UNFINISHED_MS;
  return holder.host === hostname() && !isAlive(holder);
}

function release(path: string, mine: Holder): void {
  const holder = readHolder(path);
  if (typeof holder === "object" && holder.token === mine.token) rmSync(path, { force: true });
}

function readHolder(path: string): Holder | "gone" | "unreadable" {
  try {
    const parsed = parseJson(readFileSync(path, "utf8"));
    return parsed.ok && isHolder(parsed.value) ? parsed.value : "unreadable";
  } catch (error) {
    if (isMissing(error)) return "gone";
    throw error;
  }
}

function isHolder(value: unknown): value is Holder {
  return (
    isObject(value) &&
    typeof value.pid === "number" &&
    typeof value.started === "string" &&
    typeof value.token === "string"
  );
}

function ageOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? Date.now() - stats.mtimeMs : 0;
}

function lockedError(path: string): ConfigError {
  const holder = readHolder(path);
  const who = typeof holder === "object" ? `process ${holder.pid} on ${holder.host}` : "another process";
  return new ConfigError("locked", `${path} is held by ${who}. Wait for it to end, or remove the file if it is gone.`);
}

const DEFAULT_TIMEOUT_MS = 10_000;
const RETRY_MS = 5;
/** A holder writes its name right after creating the file; one that has not by now died in between. */
const UNFINISHED_MS = 5_000;
