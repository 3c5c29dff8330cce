import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode, isMissing } from "@tau/agent/error-code";
import { uniqueName } from "../files/unique-name.ts";
import { parseStat } from "../process/ending/process-table.ts";
import type { Mount } from "./mount.ts";

/** What one command needs in place: a file that every Tau of this user reads before it removes placeholders. */
export interface PlaceholderRecord {
  /** Path of the record's files without their endings. */
  readonly name: string;
  readonly owner: number;
  readonly mounts: readonly Mount[];
}

/** Records of this process, by name, so that they need not be read back. */
const own = new Map<string, PlaceholderRecord>();

export function writeRecord(folder: string, mounts: readonly Mount[]): PlaceholderRecord {
  const name = join(folder, uniqueName());
  const record = { owner: process.pid, mounts };
  writeFileSync(`${name}.json`, JSON.stringify(record), { mode: 0o600 });
  const written = { name, ...record };
  own.set(name, written);
  return written;
}

/**
 * Returns the record of an ended command of this process that needed the same placeholders, for the next command: no
 * file has to be made. Without a report of a sandbox, the record counts as in use while this process runs.
 */
export function reuseRecord(
  ended: readonly PlaceholderRecord[],
  mounts: readonly Mount[],
): PlaceholderRecord | undefined {
  const wanted = JSON.stringify(mounts);
  const found = ended.find((each) => own.has(each.name) && JSON.stringify(each.mounts) === wanted);
  if (found) blank(infoFileOf(found));
  return found;
}

/** Overwrites a text with blanks. Making a file shorter takes half a millisecond. */
function blank(path: string): void {
  const file = openSync(path, "r+");
  try {
    writeSync(file, " ".repeat(fstatSync(file).size), 0);
  } finally {
    closeSync(file);
  }
}

/** Returns the file to which bubblewrap writes the process id of the sandbox. */
export function infoFileOf({ name }: Pick<PlaceholderRecord, "name">): string {
  return `${name}.info`;
}

/** Marks the command as ended. A sandbox that was not started reports nothing, so its report is written here. */
export function endRecord(record: PlaceholderRecord): void {
  if (!reportOf(record)) writeFileSync(infoFileOf(record), "{}");
}

export function removeRecord(record: PlaceholderRecord): void {
  own.delete(record.name);
  for (const file of [`${record.name}.json`, infoFileOf(record)]) removeIfThere(file);
}

/** Returns the records of all commands. A record that is being written or removed at this moment is left out. */
export function readRecords(folder: string): PlaceholderRecord[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.flatMap((file) => {
    const name = join(folder, file.slice(0, -".json".length));
    return own.get(name) ?? readRecord(name);
  });
}

function readRecord(name: string): PlaceholderRecord[] {
  try {
    return [{ ...(JSON.parse(readFileSync(`${name}.json`, "utf8")) as Omit<PlaceholderRecord, "name">), name }];
  } catch {
    return [];
  }
}

/**
 * Returns whether a process of the command may still run. Until bubblewrap has reported the sandbox's process, the
 * process that starts it counts.
 */
export function isLive(record: PlaceholderRecord): boolean {
  const info = reportOf(record);
  if (!info) return isRunning(record.owner);
  const pid = /"child-pid":\s*(\d+)/.exec(info)?.[1];
  const namespace = /"pid-namespace":\s*(\d+)/.exec(info)?.[1];
  return pid !== undefined && isRunning(Number(pid)) && isIn(Number(pid), namespace);
}

/** Returns what bubblewrap has reported about the record's present command, if anything. */
function reportOf(record: PlaceholderRecord): string | undefined {
  return textOf(infoFileOf(record))?.trim();
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && parseStat(pid, textOf(`/proc/${pid}/stat`) ?? "") !== undefined;
}

/** Returns whether the process is in the namespace: the pid of an ended process may have been reused. */
function isIn(pid: number, namespace: string | undefined): boolean {
  try {
    return namespace === undefined || readlinkSync(`/proc/${pid}/ns/pid`).includes(namespace);
  } catch (error) {
    return errorCode(error) === "EACCES" || errorCode(error) === "EPERM";
  }
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
