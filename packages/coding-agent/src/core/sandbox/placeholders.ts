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
 * A path that does not exist can be covered only by a mount, and a mount needs an empty file or folder to lie on. It stays for as long
 * as a process of the sandbox lives, because removing it would take the mount away, and goes when the last one has ended: a moment
 * after the command, or with the next command of any Tau of this user if this one was killed. Removing a folder can take milliseconds,
 * so no command waits for it, and a command that follows at once finds in place what it needs.
 */
export interface PlaceholderRun {
  /** Bubblewrap writes the process id of the sandbox there. */
  readonly infoFile: string;
  /** The mounts with everything in place; what an earlier command left is not taken for something of the user's. */
  readonly mounts: readonly Mount[];
  /** The command has ended. What it left running keeps its placeholders. */
  ended(): void;
}

interface Record {
  readonly owner: number;
  readonly mounts: readonly Mount[];
}

/** `plan` looks at what is there; it is called while no other command puts or removes anything. */
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
    // Where nothing can be made, the command cannot make anything either.
    return planned.filter((mount) => !isAbsent(mount) || put(mount));
  });
  sweepAtExit(folder);
  return {
    infoFile,
    mounts,
    ended: () => {
      if (!textOf(infoFile)) writeFileSync(infoFile, "{}");
      // What cannot be removed now is removed with the next command, or at the end of the program.
      setTimeout(() => void removePlaceholders(folder).catch(() => undefined), ENDING_MS).unref();
    },
  };
}

/** The sandbox ends a moment after its command, unless the command left something running. */
const ENDING_MS = 50;

/** Removes what no running command needs, with pauses for whatever else the program does. */
export async function removePlaceholders(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await withLock(lockOf(folder), async () => {
    for (const _ of sweep(folder)) await new Promise(setImmediate);
  });
}

function isAbsent({ kind }: Mount): boolean {
  return kind === "absent-file" || kind === "absent-folder";
}

/** What stands for commands that run, and for those that have ended as far as nothing else took its place. */
function placeholdersOf(all: readonly Named[]): ReadonlyMap<string, Mount> {
  const mounts = all.flatMap((each) =>
    isLive(each) ? each.record.mounts : each.record.mounts.filter(({ path }) => isPlaceholder(path)),
  );
  return new Map(mounts.map((mount) => [mount.path, mount]));
}

/** Removes what belongs to no running command any more, one at each step. Returns how many commands still run. */
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

/** What a command left running ends with this process, a moment after it was told to. */
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

/** Until bubblewrap has said which process holds the sandbox, the one that starts it counts. */
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

/** The number of a process that has ended may belong to another one by now. */
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

/** Whether it is still as it was put there. */
function isPlaceholder(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readdirSync(path).length === 0;
  return stats?.isFile() === true && [0, 2].includes(stats.size) && ["", ".\n"].includes(textOf(path) ?? "?");
}

/** Only what is still as it was put there. */
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
