import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { uniqueName } from "../files/unique-name.ts";
import { withLock } from "../lock/index.ts";
import { parseStat } from "../process/process-table.ts";
import type { Mount } from "./mount.ts";

/**
 * A run with placeholders. A path that does not exist can only be covered by a mount, and a mount needs an empty file
 * or folder as its target. This placeholder must stay while a process of the sandbox lives, because removing it would
 * remove the mount. It is removed after the last process has ended: a moment after the command, or, if Tau was killed,
 * with the next command of any Tau of this user. Removing a folder can take milliseconds, so no command waits for it,
 * and the next command can reuse placeholders that are still there.
 */
export interface PlaceholderRun {
  /** File to which bubblewrap writes the process id of the sandbox. */
  readonly infoFile: string;
  /** The mounts, with all placeholders in place. Placeholders of earlier commands are not mistaken for files of the user. */
  readonly mounts: readonly Mount[];
  /** Call this when the command has ended. Processes that it left running keep their placeholders. */
  ended(): void;
}

interface Record {
  readonly owner: number;
  readonly mounts: readonly Mount[];
}

/** Prepares a run. `plan` inspects the disk; it is called while no other command adds or removes placeholders. */
export async function placeholderRun(
  folder: string,
  plan: () => readonly Mount[] | Promise<readonly Mount[]>,
): Promise<PlaceholderRun> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = join(folder, uniqueName());
  const infoFile = `${name}.info`;
  const mounts = await withLock(lockOf(folder), async () => {
    const all = records(folder);
    const standing = placeholdersOf(all);
    const planned = (await plan()).map((mount) => standing.get(mount.path) ?? mount);
    const absent = planned.filter(isAbsent);
    writeFileSync(`${name}.json`, JSON.stringify({ owner: process.pid, mounts: absent }), { mode: 0o600 });
    for (const _ of sweep(folder));
    // Where no placeholder can be created, the command cannot create the path either.
    return planned.filter((mount) => !isAbsent(mount) || put(mount));
  });
  sweepAtExit(folder);
  return {
    infoFile,
    mounts,
    ended: () => {
      if (!textOf(infoFile)) writeFileSync(infoFile, "{}");
      // A placeholder that cannot be removed now is removed with the next command or when the program ends.
      setTimeout(() => void removePlaceholders(folder).catch(() => undefined), ENDING_MS).unref();
    },
  };
}

/** The sandbox ends a moment after its command, unless the command left something running. */
const ENDING_MS = 50;

/** Removes placeholders that no running command needs, and yields to other work in between. */
export async function removePlaceholders(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await withLock(lockOf(folder), async () => {
    for (const _ of sweep(folder)) await new Promise(setImmediate);
  });
}

function isAbsent({ kind }: Mount): boolean {
  return kind === "absent-file" || kind === "absent-folder";
}

/** Returns the placeholders of running commands, and those of ended commands that nothing else has replaced. */
function placeholdersOf(all: readonly Named[]): ReadonlyMap<string, Mount> {
  const mounts = all.flatMap((each) =>
    isLive(each) ? each.record.mounts : each.record.mounts.filter(({ path }) => isPlaceholder(path)),
  );
  return new Map(mounts.map((mount) => [mount.path, mount]));
}

/** Removes the placeholders of ended commands, one per step. Returns how many commands still run. */
function* sweep(folder: string): Generator<void, number> {
  const all = records(folder);
  const live = all.filter(isLive);
  const kept = new Set(live.flatMap(({ record }) => record.mounts.map(({ path }) => path)));
  for (const { name, record } of all.filter((each) => !live.includes(each))) {
    for (const { path } of [...record.mounts].reverse())
      if (!kept.has(path)) {
        removePlaceholder(path);
        yield;
      }
    for (const file of [`${name}.json`, `${name}.info`]) rmSync(file, { force: true });
  }
  return live.length;
}

const sweptAtExit = new Set<string>();

/** Removes placeholders at exit. Processes that a command left running are killed with this process and need a moment to end. */
function sweepAtExit(folder: string): void {
  if (sweptAtExit.has(folder)) return;
  sweptAtExit.add(folder);
  process.on("exit", () => {
    for (let round = 0; round < 20 && existsSync(folder) && sweepAll(folder) > 0; round++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  });
}

function sweepAll(folder: string): number {
  const steps = sweep(folder);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

interface Named {
  readonly name: string;
  readonly record: Record;
}

function records(folder: string): Named[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  return files.flatMap((file) => {
    const name = join(folder, file.slice(0, -".json".length));
    try {
      return [{ name, record: JSON.parse(readFileSync(`${name}.json`, "utf8")) as Record }];
    } catch {
      return [];
    }
  });
}

/**
 * Returns whether the command still runs. Until bubblewrap has reported the sandbox's process, the process that starts
 * it counts.
 */
function isLive({ name, record }: Named): boolean {
  const info = textOf(`${name}.info`);
  if (!info) return isRunning(record.owner);
  const pid = /"child-pid":\s*(\d+)/.exec(info)?.[1];
  const namespace = /"pid-namespace":\s*(\d+)/.exec(info)?.[1];
  return pid !== undefined && isRunning(Number(pid)) && isIn(Number(pid), namespace);
}

function isRunning(pid: number): boolean {
  return parseStat(pid, textOf(`/proc/${pid}/stat`) ?? "") !== undefined;
}

/** Returns whether the process is in the namespace: the pid of an ended process may have been reused. */
function isIn(pid: number, namespace: string | undefined): boolean {
  try {
    return namespace === undefined || readlinkSync(`/proc/${pid}/ns/pid`).includes(namespace);
  } catch (error) {
    return errorCode(error) === "EACCES" || errorCode(error) === "EPERM";
  }
}

function put({ kind, path, text = "" }: Mount): boolean {
  try {
    if (kind === "absent-folder") mkdirSync(path);
    else writeFileSync(path, text, { flag: "wx", mode: 0o444 });
    return true;
  } catch (error) {
    return errorCode(error) === "EEXIST";
  }
}

/** Returns whether the path is still an unchanged placeholder. */
function isPlaceholder(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readdirSync(path).length === 0;
  return stats?.isFile() === true && [0, 2].includes(stats.size) && ["", ".\n"].includes(textOf(path) ?? "?");
}

/** Removes a placeholder if it is still unchanged. */
function removePlaceholder(path: string): void {
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) rmdirSync(path);
    else if (isPlaceholder(path)) unlinkSync(path);
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errorCode(error) ?? "")) throw error;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function lockOf(folder: string): string {
  return join(folder, "lock");
}
