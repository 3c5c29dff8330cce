import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, isMissing } from "@tau/agent/error-code";
import { makeFolder } from "@tau/agent/make-folder";
import { isPlace, ownProcess, type PlacedProcess, processState } from "@tau/agent/process-identity";
import { ConfigError, isObject, parseJson } from "../json-file/index.ts";

/**
 * A lock that is held until it is released or the process ends, however it ends. Nothing is refreshed while it is held.
 *
 * A holder on this machine is checked by process id and start time. A holder that cannot be checked (on another host,
 * or in a container with its own process table) keeps the lock until the lock is older than the maximum time it
 * declared, by the clock of the disk that the lock is on.
 */
export interface FileLock {
  release(): void;
}

export interface LockTerms {
  /** The longest time that the lock will be held (default 10 min). Processes that cannot see this one rely on it. */
  readonly maxHoldMs?: number;
}

export interface LockWait extends LockTerms {
  /** How long to wait for a live holder (default 10 s). */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

interface Holder extends PlacedProcess {
  readonly token: string;
  readonly maxHoldMs?: number;
}

/** Takes the lock, or returns `undefined` if a live process holds it. Takes over the lock of a dead holder. */
export function tryLock(path: string, { maxHoldMs = DEFAULT_HOLD_MS }: LockTerms = {}): FileLock | undefined {
  const mine: Holder = { ...ownProcess(), token: crypto.randomUUID(), maxHoldMs };
  makeFolder(dirname(path), 0o700);
  const prepared = `${path}.${mine.token}`;
  try {
    // Write the complete file before it gets the lock's name, so that neither a kill nor a full disk leaves a lock
    // without a holder.
    writeFileSync(prepared, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
    const isTaken = create(path, prepared) || takeOver(path, prepared);
    return isTaken ? { release: () => release(path, mine) } : undefined;
  } finally {
    rmSync(prepared, { force: true });
  }
}

export async function withLock<T>(path: string, run: () => T | Promise<T>, wait: LockWait = {}): Promise<T> {
  const lock = await acquire(path, wait);
  try {
    return await run();
  } finally {
    lock.release();
  }
}

/**
 * Runs a section of a few milliseconds behind a synchronous interface; the thread sleeps while it waits. Waits up to
 * five seconds for a holder on this machine, which will finish or be found dead, and one second for a holder that
 * cannot be seen; `timeoutMs` can only shorten this.
 */
export function withLockSync<T>(
  path: string,
  run: () => T,
  { timeoutMs = Number.POSITIVE_INFINITY }: LockWait = {},
): T {
  const started = performance.now();
  let lock = tryLock(path, { maxHoldMs: SYNC_HOLD_MS });
  while (!lock) {
    if (performance.now() - started > Math.min(timeoutMs, patience(path))) throw lockedError(path);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    lock = tryLock(path, { maxHoldMs: SYNC_HOLD_MS });
  }
  try {
    return run();
  } finally {
    lock.release();
  }
}

function patience(path: string): number {
  const holder = readHolder(path);
  return typeof holder === "object" && isVisible(holder) ? SYNC_TIMEOUT_MS : UNSEEN_TIMEOUT_MS;
}

async function acquire(
  path: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal, ...terms }: LockWait,
): Promise<FileLock> {
  const started = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const lock = tryLock(path, terms);
    if (lock) return lock;
    if (performance.now() - started > timeoutMs) throw lockedError(path);
    await new Promise((wake) => setTimeout(wake, RETRY_MS));
  }
}

function create(path: string, prepared: string): boolean {
  try {
    linkSync(prepared, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (!WITHOUT_LINKS.has(errorCode(error) ?? "")) throw error;
  }
  return createByName(path, readFileSync(prepared, "utf8"));
}

/** Error codes of file systems without hard links, such as those of memory cards. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK"]);

function createByName(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    rmSync(path, { force: true });
    throw error;
  }
}

/**
 * Takes over the lock of a dead holder. Two processes may find the same dead holder. Only the one that holds the
 * take-over lock may replace the file, and it checks again first. The dead holder changes nothing any more, so the
 * check stays valid until the file is replaced.
 */
function takeOver(path: string, prepared: string): boolean {
  if (!isStale(path, prepared)) return false;
  const claim = tryLock(`${path}~`, { maxHoldMs: SYNC_HOLD_MS });
  if (!claim) return false;
  try {
    if (!isStale(path, prepared)) return false;
    renameSync(prepared, path);
    return true;
  } finally {
    claim.release();
  }
}

function isStale(path: string, prepared: string): boolean {
  const holder = readHolder(path);
  if (holder === "gone") return false;
  if (holder === "unreadable") return distance(path, prepared) > UNFINISHED_MS;
  const state = processState(holder);
  return state === "unknown" ? distance(path, prepared) > (holder.maxHoldMs ?? DEFAULT_HOLD_MS) : state === "dead";
}

/**
 * Returns the age difference of two files on the same disk, so that one clock dates both. A lock dated in the future
 * counts by its distance too, because the clock may have been set back.
 */
function distance(path: string, prepared: string): number {
  const [lock, now] = [path, prepared].map((each) => statSync(each, { throwIfNoEntry: false })?.mtimeMs);
  return lock === undefined || now === undefined ? 0 : Math.abs(now - lock);
}

function isVisible(holder: Holder): boolean {
  return processState(holder) !== "unknown";
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
    (value.place === undefined || isPlace(value.place)) &&
    typeof value.token === "string" &&
    (value.maxHoldMs === undefined || typeof value.maxHoldMs === "number")
  );
}

function lockedError(path: string): ConfigError {
  const holder = readHolder(path);
  if (typeof holder !== "object")
    return new ConfigError("locked", `${path} is held by another process. Try again in a moment.`);
  if (isVisible(holder))
    return new ConfigError("locked", `${path} is held by process ${holder.pid}. Wait for it to end, or end it.`);
  const seconds = Math.ceil((holder.maxHoldMs ?? DEFAULT_HOLD_MS) / 1000);
  const message = `${path} is held by process ${holder.pid} on ${holder.place?.host}, which cannot be seen from here.`;
  return new ConfigError(
    "locked",
    `${message} Tau takes the lock over when it is ${seconds} s old. If no other Tau runs, remove the file.`,
  );
}

const DEFAULT_TIMEOUT_MS = 10_000;
const SYNC_TIMEOUT_MS = 5_000;
const UNSEEN_TIMEOUT_MS = 1_000;
const DEFAULT_HOLD_MS = 10 * 60 * 1000;
const SYNC_HOLD_MS = 10_000;
const RETRY_MS = 5;
/**
 * Grace period for a lock that cannot be created complete in one step: its holder writes the content right after
 * creating the file.
 */
const UNFINISHED_MS = 500;
