import { type Dirent, existsSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { ignoreMissing } from "../storage-error.ts";

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  /** Links are followed. */
  readonly kind: "file" | "folder";
  readonly isLink: boolean;
}

/** What a folder holds, sorted by name; nothing where there is no such folder. Links that lead nowhere are left out. */
export function readFolder(path: string): FolderEntry[] {
  // Most places are not there, and a question is cheaper than an exception.
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

/** Files with one of the endings: of this folder, or of those below it too. Hidden folders and dependencies are passed over. */
export function listFiles(path: string, endings: readonly string[], options: { deep?: boolean } = {}): string[] {
  return readFolder(path).flatMap((entry) => {
    if (entry.kind === "file") return endings.some((ending) => entry.name.endsWith(ending)) ? [entry.path] : [];
    return options.deep && isOrdinary(entry.name) ? listFiles(entry.path, endings, options) : [];
  });
}

export function isOrdinary(folder: string): boolean {
  return !folder.startsWith(".") && folder !== "node_modules";
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** One name for a file however it is reached; the path itself where it is not there. */
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
    // A link to itself, or into a place that is not ours to look at.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
