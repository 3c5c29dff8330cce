import { type Dirent, existsSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ignoreMissing } from "../log/storage-error.ts";

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  /** Of the target, for a link. */
  readonly kind: "file" | "folder";
  readonly isLink: boolean;
}

/** Returns the entries of a folder, sorted by name; an empty list if the folder does not exist. Leaves out broken links. */
export function readFolder(path: string): FolderEntry[] {
  // Most folders do not exist, and this check is cheaper than an exception.
  if (!existsSync(path)) return [];
  const entries = ignoreMissing(() => readdirSync(path, { withFileTypes: true })) ?? [];
  return entries
    .flatMap((entry) => {
      const full = join(path, entry.name);
      const kind = kindOf(entry, full);
      return kind ? [{ name: entry.name, path: full, kind, isLink: entry.isSymbolicLink() } as const] : [];
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Lists files with one of the endings, with `deep` also in subfolders. Skips hidden folders and `node_modules`. */
export function listFiles(path: string, endings: readonly string[], options: { deep?: boolean } = {}): string[] {
  return readFolder(path).flatMap((entry) => {
    if (entry.kind === "file") return endings.some((ending) => entry.name.endsWith(ending)) ? [entry.path] : [];
    const isFollowed = options.deep && isOrdinary(entry.name) && !(entry.isLink && leadsBack(entry.path));
    return isFollowed ? listFiles(entry.path, endings, options) : [];
  });
}

/** Returns whether a link leads to a folder that it is in. Following several of these would not end. */
function leadsBack(link: string): boolean {
  const target = realPath(link);
  for (let folder = dirname(link); ; folder = dirname(folder)) {
    if (realPath(folder) === target) return true;
    if (folder === dirname(folder)) return false;
  }
}

export function isOrdinary(folder: string): boolean {
  return !folder.startsWith(".") && folder !== "node_modules";
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Returns the path with links resolved; the path itself if the file does not exist. */
export function realPath(path: string): string {
  return ignoreMissing(() => realpathSync.native(path)) ?? path;
}

function kindOf(entry: Dirent, path: string): "file" | "folder" | undefined {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  const target = entry.isSymbolicLink() ? targetOf(path) : undefined;
  if (target?.isFile()) return "file";
  return target?.isDirectory() ? "folder" : undefined;
}

function targetOf(link: string): Stats | undefined {
  try {
    return statSync(link, { throwIfNoEntry: false });
  } catch (error) {
    // The link leads to itself or to a place we may not read.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
