import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";

/** A checkout that git has registered as a worktree of the user's repository. */
export interface Copy {
  readonly repository: string;
  readonly folder: string;
  /** The tree of the user's files that it was made from. */
  readonly base: string;
  /** The commit that it started at. */
  readonly start: string;
}

/** The files to move into the user's tree. Written once all of them are ready, so that the move can be completed after a crash. */
export interface PendingMove {
  readonly root: string;
  /** The folder with the new files, under the paths that they will have. */
  readonly staged: string;
  readonly written: readonly MovedFile[];
  readonly removed: readonly MovedFile[];
}

export interface MovedFile {
  readonly path: string;
  /** The blob that is to be replaced; absent for a new file. */
  readonly old?: string;
}

/** A mounted view of the user's files, in which changes are kept apart. */
export interface OverlayRecord {
  /** The folder where it is mounted. */
  readonly merged: string;
  /** The repository that was made for a folder without one. */
  readonly folderRepository?: string;
}

/** What is known about a folder of temporary work. */
export interface WorkRecord {
  readonly pid: number;
  /** When the process was started, where the system tells: process ids are used again. */
  readonly started?: string;
  /** A session of its own, which the user ends: it is never removed as a leftover. */
  readonly session?: string;
  readonly copies: readonly Copy[];
  /** A branch of the outermost repository that is removed with the copies. */
  readonly branch?: string;
  /** A view that is mounted in the folder. */
  readonly overlay?: OverlayRecord;
  /** A folder elsewhere that belongs to this work. */
  readonly scratch?: string;
  readonly move?: PendingMove;
}

const FILE = "record.json";
/** The name of the record if the work is kept. A rename needs no space, so that it succeeds on a full disk. */
const KEPT_FILE = "kept.json";
/** The folder of the repositories that were made for folders without one. It holds no work. */
export const FOLDERS = ".folders";
/** The folders that this process works in. */
const own = new Set<string>();

/** Creates a folder for temporary work that the next start of Tau can recognize as left behind. */
export function createWork(parent: string, name: string, more: Pick<WorkRecord, "session"> = {}): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, `${name.replace(/[^\w.-]+/g, "-").slice(0, 40)}-`));
  own.add(folder);
  writeRecord(folder, { ...owner(), ...more, copies: [] });
  return folder;
}

export function writeRecord(folder: string, record: WorkRecord): void {
  const path = join(folder, FILE);
  writeFileSync(`${path}.new`, JSON.stringify(record), { flush: true });
  renameSync(`${path}.new`, path);
}

/** Returns undefined if the folder has no record that can be read, which means that it was about to be created or removed. */
export function readRecord(folder: string): WorkRecord | undefined {
  const kept = parseRecord(join(folder, KEPT_FILE));
  return parseRecord(join(folder, FILE)) ?? (kept && { ...kept, session: basename(folder) });
}

function parseRecord(path: string): WorkRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as WorkRecord;
  } catch {
    return undefined;
  }
}

/** Keeps work that would be removed as a leftover: from now on it counts as a session of its own, named after its folder. */
export function keepWork(folder: string): string {
  // The folder may have been deleted by the program that worked in it.
  if (existsSync(join(folder, FILE))) renameSync(join(folder, FILE), join(folder, KEPT_FILE));
  return basename(folder);
}

export function removeWork(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  own.delete(folder);
}

/** Returns the folders whose process has ended. */
export function leftovers(parent: string): { readonly folder: string; readonly record: WorkRecord | undefined }[] {
  return listFolders(parent).flatMap((folder) => {
    const record = readRecord(folder);
    return own.has(folder) || record?.session !== undefined || (record && isRunning(record))
      ? []
      : [{ folder, record }];
  });
}

/** Returns the records of all work, also of other processes. */
export function allRecords(parent: string): WorkRecord[] {
  return listFolders(parent).flatMap((folder) => readRecord(folder) ?? []);
}

/** Returns the worktrees in which sessions of the user work. */
export function sessionWork(parent: string): { readonly work: string; readonly record: WorkRecord }[] {
  return listFolders(parent).flatMap((work) => {
    const record = readRecord(work);
    return record?.session === undefined ? [] : [{ work, record }];
  });
}

export function owner(): Pick<WorkRecord, "pid" | "started"> {
  const started = startTime(process.pid);
  return { pid: process.pid, ...(started === undefined ? {} : { started }) };
}

export function isRunning({ pid, started }: Pick<WorkRecord, "pid" | "started">): boolean {
  // Several sessions may run in this process, each with its own folders.
  if (pid === process.pid) return started === startTime(pid) && started !== undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = startTime(pid);
  return started === undefined || now === undefined || started === now;
}

/** Returns when a process was started, in ticks since the system's start. Linux only. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in brackets, may contain spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

function listFolders(parent: string): string[] {
  try {
    return readdirSync(parent, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && entry.name !== FOLDERS ? [join(parent, entry.name)] : [],
    );
  } catch {
    // Nothing was ever created there.
    return [];
  }
}
