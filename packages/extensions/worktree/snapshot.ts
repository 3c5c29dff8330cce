import { copyFileSync, existsSync, statSync, utimesSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Git } from "./git.ts";
import { statOf } from "./move-files.ts";

/** The files of a folder as a git tree. Ignored files are not part of it. */
export interface Snapshot {
  readonly tree: string;
  /** The index that the tree was written from. It tells later which files have changed since. */
  readonly index: string;
  /** Untracked repositories inside, which are not part of the tree. */
  readonly repositories: readonly string[];
}

/**
 * Writes the files of a checkout, including uncommitted and untracked ones, to a tree. Leaves its index alone. Repositories inside it
 * stay as they are recorded: git would start programs that their configuration names if it looked into them.
 */
export async function takeSnapshot(git: Git, index: string): Promise<Snapshot> {
  const own = resolve(git.cwd, await git.text(["rev-parse", "--git-path", "index"]));
  if (existsSync(own)) copyIndex(own, index);
  const changed = await changedFiles(git, index);
  await update(git, index, changed);
  let tree = await git.maybe(["write-tree"], { index });
  if (tree === undefined) {
    // A file with a conflict is taken as it is, with its markers.
    const lines = await git.words(["ls-files", "-z", "-u"], { index });
    const conflicts = lines.map((line) => line.slice(line.indexOf("\t") + 1));
    await update(git, index, conflicts);
    tree = await git.text(["write-tree"], { index });
  }
  const repositories = changed.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
  return { tree, index, repositories };
}

export async function update(git: Git, index: string, paths: readonly string[]): Promise<void> {
  const files = new Set(paths.filter((path) => !statOf(join(git.cwd, path))?.isDirectory()));
  if (files.size === 0) return;
  const input = [...files].map((path) => `${path}\0`).join("");
  await git.text(["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], { index, input });
}

/** Resolves to the files that differ from an index, deleted and untracked ones included. */
export async function changedFiles(git: Git, index: string): Promise<string[]> {
  return await git.words(["ls-files", "-z", "-m", "-d", "-o", "--exclude-standard"], { index });
}

/** Keeps the time of the index: git compares the contents of files that are not older than it. */
function copyIndex(from: string, to: string): void {
  const { atimeMs, mtimeMs } = statSync(from);
  copyFileSync(from, to);
  utimesSync(to, Math.floor(atimeMs / 1000), Math.floor(mtimeMs / 1000));
}
