import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { rmdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { withLock } from "../lock/index.ts";
import type { Mount } from "./mount.ts";
import {
  endRecord,
  infoFileOf,
  isLive,
  type PlaceholderRecord,
  readRecords,
  removeRecord,
  reuseRecord,
  writeRecord,
} from "./placeholder-records.ts";
import { SpareFolders } from "./spare-folders.ts";

/**
 * A run with placeholders. A path that does not exist can only be covered by a mount, and a mount needs an empty file
 * or folder as its target. This placeholder must stay while a process of the sandbox lives, because removing it would
 * remove the mount. It is removed after the last process has ended: a moment after the last command, or, if Tau was
 * killed, with the next command of any Tau of this user. Removing a folder can take milliseconds, so no command waits
 * for it, and the next command can reuse placeholders that are still there.
 */
export interface PlaceholderRun {
  /** File to which bubblewrap writes the process id of the sandbox. */
  readonly infoFile: string;
  /** The mounts, with all placeholders in place. Placeholders of earlier commands are not mistaken for files of the user. */
  readonly mounts: readonly Mount[];
  /** Call this when the command has ended. Processes that it left running keep their placeholders. */
  ended(): void;
}

/** Prepares a run. `plan` inspects the disk; it is called while no other command adds or removes placeholders. */
export async function placeholderRun(
  folder: string,
  plan: () => readonly Mount[] | Promise<readonly Mount[]>,
): Promise<PlaceholderRun> {
  const queue = queueOf(folder);
  queue.waiting++;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await alone(folder, async () => await prepare(folder, plan));
  } finally {
    queue.waiting--;
    queue.removal?.refresh();
    sweepAtExit(folder);
  }
}

async function prepare(
  folder: string,
  plan: () => readonly Mount[] | Promise<readonly Mount[]>,
): Promise<PlaceholderRun> {
  const { ended, live } = endedRecords(folder);
  const standing = placeholdersOf(live);
  const unchanged = placeholdersOf(ended.map((each) => ({ ...each, mounts: each.mounts.filter(isPlaceholder) })));
  const planned = (await plan()).map((mount) => standing.get(mount.path) ?? unchanged.get(mount.path) ?? mount);
  const absent = planned.filter(isAbsent);
  const record = reuseRecord(ended, absent) ?? writeRecord(folder, absent);
  const others = ended.filter((each) => each !== record);
  const spare = sparesOf(folder);
  for (const { path } of unneeded(others, [...live, record])) removePlaceholder(path, spare);
  for (const each of others) removeRecord(each);
  const isThere = ({ path }: Mount) => unchanged.has(path) || (standing.has(path) && exists(path));
  let hasEnded = false;
  return {
    infoFile: infoFileOf(record),
    // Where no placeholder can be created, the command cannot create the path either.
    mounts: planned.filter((mount) => !isAbsent(mount) || isThere(mount) || put(mount, spare)),
    ended: () => {
      // The next command may be using the record already.
      if (hasEnded) return;
      hasEnded = true;
      endRecord(record);
      removeSoon(folder);
    },
  };
}

/** The sandbox ends a moment after its command, unless the command left something running. */
const ENDING_MS = 50;

/** The commands and removals of this process that use one folder of records. */
interface FolderQueue {
  /** Number of commands that wait for their turn; a removal gives way to them. */
  waiting: number;
  /** Resolves when the last one in the queue has had its turn. */
  last: Promise<unknown>;
  removal: NodeJS.Timeout | undefined;
}

const queues = new Map<string, FolderQueue>();

function queueOf(folder: string): FolderQueue {
  const queue = queues.get(folder) ?? { waiting: 0, last: Promise.resolve(), removal: undefined };
  queues.set(folder, queue);
  return queue;
}

/** Runs one after the other: within this process by a queue, because waiting for a lock file takes longer, and by a lock among processes. */
function alone<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const queue = queueOf(folder);
  const turn = () => withLock(join(folder, "lock"), run);
  const done = queue.last.then(turn, turn);
  queue.last = done.catch(() => undefined);
  return done;
}

/** Removes placeholders once no command has ended or begun for a moment: commands that follow each other share them. */
function removeSoon(folder: string): void {
  const queue = queueOf(folder);
  clearTimeout(queue.removal);
  queue.removal = setTimeout(() => {
    queue.removal = undefined;
    // A placeholder that cannot be removed now is removed with the next command or when the program ends.
    void sweep(folder, () => queue.waiting > 0).catch(() => undefined);
  }, ENDING_MS).unref();
}

/** Removes placeholders that no running command needs. */
export async function removePlaceholders(folder: string): Promise<void> {
  await sweep(folder, () => false);
}

/** Removes placeholders. A folder that cannot be moved away takes milliseconds, so it is removed outside of this thread. `gives` ends it early. */
async function sweep(folder: string, gives: () => boolean): Promise<void> {
  if (!existsSync(folder)) return;
  await alone(folder, async () => {
    const { ended, paths } = endedRecords(folder);
    const spare = sparesOf(folder);
    for (const path of paths) {
      if (gives()) return removeSoon(folder);
      if (!spare.takeFrom(path)) await removeQuietly(path);
    }
    for (const each of ended) removeRecord(each);
    await spare.prune();
  });
}

function sparesOf(folder: string): SpareFolders {
  return new SpareFolders(join(folder, "../spare"));
}

interface EndedRecords {
  readonly ended: readonly PlaceholderRecord[];
  readonly live: readonly PlaceholderRecord[];
  /** Placeholders of the ended commands that no other command needs, inner ones first. */
  readonly paths: readonly string[];
}

function endedRecords(folder: string): EndedRecords {
  const all = readRecords(folder);
  const live = all.filter(isLive);
  const ended = all.filter((each) => !live.includes(each));
  return { ended, live, paths: unneeded(ended, live).map(({ path }) => path) };
}

function unneeded(ended: readonly PlaceholderRecord[], live: readonly PlaceholderRecord[]): Mount[] {
  const kept = new Set(live.flatMap(({ mounts }) => mounts.map(({ path }) => path)));
  return ended.flatMap(({ mounts }) => mounts.filter(({ path }) => !kept.has(path)).toReversed());
}

function isAbsent({ kind }: Mount): boolean {
  return kind === "absent-file" || kind === "absent-folder";
}

function placeholdersOf(records: readonly PlaceholderRecord[]): ReadonlyMap<string, Mount> {
  return new Map(records.flatMap(({ mounts }) => mounts.map((mount) => [mount.path, mount] as const)));
}

const sweptAtExit = new Set<string>();

/** Removes placeholders at exit, with one listener for all folders. */
function sweepAtExit(folder: string): void {
  if (sweptAtExit.size === 0) process.on("exit", sweepAll);
  sweptAtExit.add(folder);
}

/** Processes that a command left running are killed with this process and need a moment to end. */
function sweepAll(): void {
  for (const folder of sweptAtExit)
    for (let round = 0; round < 20 && sweepNow(folder) > 0; round++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

/** Removes placeholders in this thread. Returns how many commands still run. */
function sweepNow(folder: string): number {
  const { ended, live, paths } = endedRecords(folder);
  const spare = sparesOf(folder);
  for (const path of paths) removePlaceholder(path, spare);
  for (const each of ended) removeRecord(each);
  return live.length;
}

function put({ kind, path, text = "" }: Mount, spare: SpareFolders): boolean {
  if (kind === "absent-folder" && spare.putAt(path)) return true;
  try {
    if (kind === "absent-folder") mkdirSync(path);
    else writeFileSync(path, text, { flag: "wx", mode: 0o444 });
    return true;
  } catch (error) {
    return errorCode(error) === "EEXIST";
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Folders that were found empty, with their state then: a folder in the same state is still empty. */
const emptyFolders = new Map<string, string>();

/** A change in the same moment as an earlier one may leave the time of a folder as it was. */
const SAME_MOMENT_MS = 20;

/** Returns whether the path is still an unchanged placeholder. */
function isPlaceholder({ path }: Pick<Mount, "path">): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory())
    return stats?.isFile() === true && [0, 2].includes(stats.size) && ["", ".\n"].includes(readFileSync(path, "utf8"));
  const state = `${stats.dev}-${stats.ino}-${stats.mtimeMs}`;
  if (emptyFolders.get(path) === state) return true;
  emptyFolders.delete(path);
  const isSettled = Math.abs(Date.now() - stats.mtimeMs) > SAME_MOMENT_MS;
  if (readdirSync(path).length > 0) return false;
  if (isSettled) emptyFolders.set(path, state);
  return true;
}

/** Removes a placeholder if it is still unchanged. */
function removePlaceholder(path: string, spare: SpareFolders): void {
  try {
    if (lstatSync(path).isDirectory()) spare.takeFrom(path) || rmdirSync(path);
    else if (isPlaceholder({ path })) unlinkSync(path);
  } catch (error) {
    if (!isKept(error)) throw error;
  }
}

/** Does the same, but removes a folder outside of this thread. */
async function removeQuietly(path: string): Promise<void> {
  try {
    if (lstatSync(path).isDirectory()) await rmdir(path);
    else if (isPlaceholder({ path })) unlinkSync(path);
  } catch (error) {
    if (!isKept(error)) throw error;
  }
}

/** Whether the error says that the placeholder is gone, or has become something of the user's. */
function isKept(error: unknown): boolean {
  return ["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errorCode(error) ?? "");
}
