import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, isMissing } from "@tau/agent/error-code";
import { makeFolder } from "@tau/agent/make-folder";
import { isPlace, ownProcess, type PlacedProcess, processState } from "@tau/agent/process-identity";
import { ConfigError, isObject, parseJson } from "../json-file/index.ts";

/**
 * Held until released or until the process ends, whatever way it ends. Nothing is refreshed while it is held.
 *
 * A holder on this machine is asked after by its process id and start time. One elsewhere (another host, or another container
 * with a view of its own of the processes) cannot be: its lock counts until it is older than the longest time it said it would hold it,
 * by the clock of the disk that the lock lies on.
 */
export interface FileLock {
  release(): void;
}

export interface LockTerms {
  /** The longest time that the lock will be held (default 10 min): for processes that cannot see this one. */
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

/** Takes the lock, or returns `undefined` where a live process holds it. A dead holder's lock is taken over. */
export function tryLock(path: string, { maxHoldMs = DEFAULT_HOLD_MS }: LockTerms = {}): FileLock | undefined {
  const mine: Holder = { ...ownProcess(), token: crypto.randomUUID(), maxHoldMs };
  makeFolder(dirname(path), 0o700);
  const prepared = `${path}.${mine.token}`;
  try {
    // Complete before it has the lock's name: no kill and no full disk leaves a lock without a holder.
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
 * For sections of milliseconds behind a synchronous interface: the thread sleeps while it waits. A process of this machine is
 * sure to end or to be found dead; for one that cannot be seen, a second is enough.
 */
export function withLockSync<T>(
  path: string,
  run: () => T,
  { timeoutMs = Number.POSITIVE_INFINITY }: LockWait = {},
): T {
  const started = Date.now();
  let lock = tryLock(path, { maxHoldMs: SYNC_HOLD_MS });
  while (!lock) {
    if (Math.abs(Date.now() - started) > Math.min(timeoutMs, patience(path))) throw lockedError(path);
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
  const started = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    const lock = tryLock(path, terms);
    if (lock) return lock;
    if (Math.abs(Date.now() - started) > timeoutMs) throw lockedError(path);
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

/** File systems that know no second name, as on memory cards. */
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
 * Two processes may find the same dead holder. Only the one that holds the lock on taking over may replace the file, and
 * it looks again first; the dead holder itself changes nothing any more. So what it saw stays true until it has replaced it.
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

/** Between two files of one disk, so that one clock dates both. A lock from the future is as old as one from the past: a clock was set back. */
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
/** Where a lock cannot be made complete in one step, its holder writes its name right after creating the file. */
const UNFINISHED_MS = 500;
