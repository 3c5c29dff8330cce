import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { dirname, isAbsolute, join, normalize, sep } from "node:path";
import type { PendingMove } from "./records.ts";

/**
 * Moves staged files into the user's tree, without a pause in which anything else could run. If one cannot be moved, those before
 * it are restored and the error is thrown. A move that was interrupted is completed by calling this again.
 */
export function moveFiles({ root, staged, written, removed }: PendingMove): void {
  const undo: (() => void)[] = [];
  const saved = join(staged, "..", "saved");
  mkdirSync(saved, { recursive: true });
  try {
    for (const [index, { path }] of removed.entries()) removeFile(placeIn(root, path), join(saved, `r${index}`), undo);
    for (const { path } of removed) removeEmptyParents(root, path);
    for (const [index, { path }] of written.entries()) {
      const from = join(staged, path);
      // A file that is not there any more was moved before the interruption.
      if (!isThere(from)) continue;
      const to = placeIn(root, path);
      if (mkdirSync(dirname(to), { recursive: true }) !== undefined) undo.push(() => removeEmptyParents(root, path));
      const before = keepFile(to, join(saved, `w${index}`));
      renameSync(from, to);
      undo.push(() => {
        // Only renames: they succeed on a full disk, where a copy does not.
        renameSync(to, from);
        if (before !== undefined) renameSync(before, to);
      });
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

/** Returns the absolute path of a file below the root. Throws if it is not inside, or if a link on the way leads elsewhere. */
export function placeIn(root: string, path: string): string {
  const plain = normalize(path);
  if (isAbsolute(plain) || plain === ".." || plain.startsWith(`..${sep}`) || plain.split(sep).includes(".git"))
    throw new Error(`${path} is not a path inside the repository.`);
  let at = root;
  for (const part of plain.split(sep).slice(0, -1)) {
    at = join(at, part);
    const stats = statOf(at);
    if (stats && !stats.isDirectory()) throw new Error(`${path} cannot be written: ${at} is not a folder.`);
  }
  return join(root, plain);
}

function removeFile(path: string, saved: string, undo: (() => void)[]): void {
  const before = keepFile(path, saved);
  if (before === undefined) return;
  unlinkSync(path);
  undo.push(() => {
    mkdirSync(dirname(path), { recursive: true });
    renameSync(before, path);
  });
}

/** Keeps a second name for a file, so that it can be restored. Returns undefined if there is no file. */
function keepFile(path: string, saved: string): string | undefined {
  const stats = statOf(path);
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) throw new Error(`${path} is a folder.`);
  rmSync(saved, { force: true });
  try {
    linkSync(path, saved);
  } catch {
    // Not every file system has hard links.
    copyNode(path, saved);
  }
  return saved;
}

function copyNode(from: string, to: string): void {
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to);
}

function removeEmptyParents(root: string, path: string): void {
  for (let folder = dirname(join(root, path)); folder !== root; folder = dirname(folder))
    try {
      rmdirSync(folder);
    } catch {
      // It is not empty, or was removed with the file before.
      return;
    }
}

export function isThere(path: string): boolean {
  return statOf(path) !== undefined;
}

/** Returns undefined if there is no such file, also if one of its parents is a file. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
