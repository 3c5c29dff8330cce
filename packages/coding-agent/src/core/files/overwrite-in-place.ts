import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { makeFolder } from "@tau/agent/make-folder";
import { getAgentDir } from "../paths/index.ts";
import { NO_LINK } from "./judged-folder.ts";
import { uniqueName } from "./unique-name.ts";

/**
 * Writes into a file that must keep its inode, because it has several names or its folder accepts no new file. Both
 * texts are on disk in Tau's home before the first byte is changed. A write that fails is rolled back. After a write
 * that was killed, `restoreInterrupted` rolls it back before Tau changes the file again.
 */
export function overwriteInPlace(target: string, content: string | Uint8Array): void {
  restoreInterrupted(target);
  const file = openSync(target, CHANGE);
  try {
    overwriteOpened(file, target, Buffer.from(content));
  } finally {
    closeSync(file);
  }
}

/** The file is changed without following a link: the caller has followed those that count. */
const CHANGE = constants.O_RDWR | NO_LINK;

function overwriteOpened(file: number, target: string, fresh: Buffer): void {
  const old = readFileSync(file);
  const record = keepBoth(recordOf(fstatSync(file)), target, old, fresh);
  let isWhole = false;
  try {
    writeOver(file, old, fresh);
    isWhole = true;
  } catch (error) {
    putBack(file, old);
    isWhole = true;
    throw error;
  } finally {
    // If the old text could not be put back, the record is its only copy and must stay.
    if (isWhole) rmSync(record, { recursive: true, force: true });
  }
}

function putBack(file: number, old: Uint8Array): void {
  ftruncateSync(file, old.length);
  writeAt(file, old, 0);
}

/** Puts back the old text of a file whose overwriting was killed, unless the file has been changed since. */
export function restoreInterrupted(target: string): void {
  if (!existsSync(recordsFolder())) return;
  const stats = statsOf(target);
  if (!stats?.isFile() || !existsSync(recordOf(stats))) return;
  const file = openSync(target, CHANGE);
  try {
    const record = recordOf(fstatSync(file));
    if (!existsSync(record)) return;
    const [old, fresh] = [OLD, NEW].map((name) => readFileSync(join(record, name)));
    if (old && fresh && isMix(readFileSync(file), old, fresh)) putBack(file, old);
    rmSync(record, { recursive: true, force: true });
  } finally {
    closeSync(file);
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    // The write itself reports what is wrong with the path.
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

const OLD = "old";
const NEW = "new";

/** Writes the bytes beyond the old length first: if the disk is full, the old text is still intact. */
function writeOver(file: number, old: Uint8Array, fresh: Uint8Array): void {
  writeAt(file, fresh.subarray(old.length), old.length);
  writeAt(file, fresh.subarray(0, old.length), 0);
  ftruncateSync(file, fresh.length);
}

function writeAt(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}

function keepBoth(record: string, target: string, old: Uint8Array, fresh: Uint8Array): string {
  const unfinished = `${record}.${uniqueName()}`;
  makeFolder(unfinished, 0o700);
  try {
    for (const [name, bytes] of [[OLD, old] as const, [NEW, fresh] as const])
      writeFileSync(join(unfinished, name), bytes, { mode: 0o600, flush: true });
    writeFileSync(join(unfinished, "path"), `${target}\n`, { mode: 0o600 });
    renameSync(unfinished, record);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return record;
}

function recordsFolder(): string {
  return join(getAgentDir(), "interrupted");
}

/** Names the record by device and inode, so that every name of the file leads to it. */
function recordOf({ dev, ino }: Stats): string {
  return join(recordsFolder(), `${dev}-${ino}`);
}

/**
 * Returns whether each byte is either the old or the new one, which is what an interrupted write leaves, in whatever
 * order the disk wrote.
 */
function isMix(now: Uint8Array, old: Uint8Array, fresh: Uint8Array): boolean {
  if (now.length < Math.min(old.length, fresh.length) || now.length > Math.max(old.length, fresh.length)) return false;
  return now.every((byte, index) => byte === old[index] || byte === fresh[index]) && !isSame(now, fresh);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
