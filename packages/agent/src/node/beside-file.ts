import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { ifPossible } from "./storage-error.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants;

/** Far above what Tau itself writes into a file that it reads whole. */
const LARGEST = 256 << 20;

/**
 * Files beside a session come along with the session, from anywhere: an archive, a shared folder. A link there would lead to any other
 * file of the user's, a pipe would be waited for without end, and a device has no end. None of them is opened; this is the one
 * way to such files.
 */
export function openOrdinary(path: string, access: "read" | "append"): { fd: number; stats: Stats } {
  const flags = access === "read" ? O_RDONLY : O_WRONLY | O_APPEND | O_CREAT;
  const fd = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  const stats = fstatSync(fd);
  if (stats.isFile()) return { fd, stats };
  closeSync(fd);
  throw Object.assign(new Error(`ENOTSUP: not an ordinary file, open '${path}'`), { code: "ENOTSUP", path });
}

/** The content of an ordinary file; `undefined` where there is none, where it is another thing, or larger than any that Tau writes. */
export function readOrdinary(path: string, largest = LARGEST): Buffer | undefined {
  return ifPossible(() => {
    const { fd, stats } = openOrdinary(path, "read");
    try {
      return stats.size > largest ? undefined : readStart(fd, stats.size);
    } finally {
      closeSync(fd);
    }
  });
}

/** Opens a file in a session's own folder for reading. Throws the system's error where it cannot, and for what is no file. */
export function openBeside(path: string): { fd: number; stats: Stats } {
  if (isLink(dirname(path))) throw linkedFolder(dirname(path));
  return openOrdinary(path, "read");
}

/** What a session's own folder holds under a name. */
export function readBeside(path: string): string | undefined {
  return isLink(dirname(path)) ? undefined : readOrdinary(path)?.toString("utf8");
}

/** Opens a file in a session's own folder to write at its end; makes both where they are missing. */
export function appendBeside(path: string): number {
  makeOwnFolder(dirname(path));
  return openOrdinary(path, "append").fd;
}

/** Replaces a file in a session's own folder in one step. A link by that name is replaced, not followed. */
export function writeBeside(path: string, text: string): void {
  makeOwnFolder(dirname(path));
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Makes the folder of what lies beside a session. A link to another folder is refused. */
export function makeOwnFolder(folder: string): void {
  makeFolder(folder, 0o700);
  if (isLink(folder)) throw linkedFolder(folder);
}

function linkedFolder(folder: string): Error {
  return Object.assign(new Error(`ENOTSUP: a link in place of a folder, open '${folder}'`), { code: "ENOTSUP" });
}

export function isLink(path: string): boolean {
  return ifPossible(() => lstatSync(path))?.isSymbolicLink() ?? false;
}

function readStart(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  for (let count = -1; filled < size && count !== 0; filled += count) {
    count = readSync(fd, bytes, filled, size - filled, filled);
  }
  return bytes.subarray(0, filled);
}
