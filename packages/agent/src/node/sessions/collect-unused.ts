import { closeSync, lstatSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "../../error-text.ts";
import { BlobPlaces } from "../blobs/blob-places.ts";
import { ifPossible, ignoreMissing } from "../log/storage-error.ts";
import { defaultHome, indexDirectory } from "./session-paths.ts";

export interface Collected {
  readonly blobs: number;
  readonly unfinished: number;
  readonly bytes: number;
  /** Why no blob was deleted, if a place could not be searched. */
  readonly keptBlobs?: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A running session refers to a new blob within moments; a week also tolerates a wrong clock. */
const BLOB_AGE_MS = 7 * DAY_MS;
const UNFINISHED_AGE_MS = DAY_MS;
const BLOB_NAME = /^[0-9a-f]{64}$/;
const UNFINISHED_NAME = /\.\d+(\.[\w-]+)?\.tmp$/;

/**
 * Deletes blobs that no session refers to any more, and partial files left by a killed program. Reads every session in the usual folder and
 * in all recorded places. If one of them cannot be read, it keeps every blob.
 */
export function collectUnused(home = defaultHome()): Collected {
  const sessions = join(home, "sessions");
  const folders = foldersIn(sessions);
  const unfinished = [join(home, "blobs"), indexDirectory(home), join(home, "terminal-sessions"), ...folders]
    .concat(folders.flatMap(foldersIn))
    .flatMap((folder) => filesIn(folder).filter((path) => UNFINISHED_NAME.test(path)))
    .filter((path) => isOlder(path, UNFINISHED_AGE_MS));
  const { blobs, keptBlobs } = findUnusedBlobs(home, folders);
  const bytes = [...blobs, ...unfinished].reduce((sum, path) => sum + remove(path), 0);
  const counts = { blobs: blobs.length, unfinished: unfinished.length, bytes };
  return keptBlobs === undefined ? counts : { ...counts, keptBlobs };
}

function findUnusedBlobs(home: string, folders: readonly string[]): { blobs: string[]; keptBlobs?: string } {
  const old = new Map(
    filesIn(join(home, "blobs")).flatMap((path) => {
      const name = path.slice(-64);
      return BLOB_NAME.test(name) && isOlder(path, BLOB_AGE_MS) ? [[name, path] as const] : [];
    }),
  );
  const places = new BlobPlaces(home);
  if (old.size === 0) return { blobs: [] };
  let place = "";
  try {
    for (place of folders) for (const file of [...filesIn(place), ...childLogs(place)]) dropNamed(old, file);
    for (place of places.list())
      for (const file of statSync(place).isDirectory() ? filesIn(place) : [place]) dropNamed(old, file);
  } catch (error) {
    const reason = errorText(error);
    const advice = `If no session there is needed any more, take its line out of ${places.file}.`;
    return { blobs: [], keptBlobs: `${place} could not be searched (${reason}). ${advice}` };
  }
  // A session may have referred to a blob meanwhile, which renews its time.
  return { blobs: [...old.values()].filter((path) => isOlder(path, BLOB_AGE_MS)) };
}

/** Returns the logs of child sessions, which lie in a session's own folder beside complete tool outputs. */
function childLogs(folder: string): string[] {
  return foldersIn(folder)
    .flatMap(filesIn)
    .filter((path) => path.endsWith(".jsonl"));
}

const CHUNK = 1 << 20;
const MARK = "blob:sha256:";
const REFERENCE_LENGTH = MARK.length + 64;

/** Removes the blobs that a file refers to from `unnamed`. Skips anything but a regular file. */
function dropNamed(unnamed: Map<string, string>, file: string): void {
  if (!ignoreMissing(() => statSync(file))?.isFile()) return;
  const fd = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(CHUNK);
    let kept = 0;
    for (
      let count = readSync(fd, bytes, 0, CHUNK, null);
      count > 0;
      count = readSync(fd, bytes, kept, CHUNK - kept, null)
    ) {
      const view = bytes.subarray(0, kept + count);
      for (let at = view.indexOf(MARK); at >= 0; at = view.indexOf(MARK, at + 1))
        unnamed.delete(view.toString("latin1", at + MARK.length, at + REFERENCE_LENGTH));
      // A reference may span two reads.
      kept = Math.min(REFERENCE_LENGTH, view.length);
      bytes.copyWithin(0, view.length - kept, view.length);
    }
  } finally {
    closeSync(fd);
  }
}

function remove(path: string): number {
  const size = ifPossible(() => lstatSync(path).size) ?? 0;
  return ifPossible(() => rmSync(path, { force: true })) === undefined ? size : 0;
}

function isOlder(path: string, age: number): boolean {
  const stats = ifPossible(() => lstatSync(path));
  return stats?.isFile() === true && stats.mtimeMs < Date.now() - age;
}

function filesIn(folder: string): string[] {
  const entries = ignoreMissing(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(folder, name));
}

function foldersIn(folder: string): string[] {
  const entries = ignoreMissing(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}
