import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { WorktreeChange } from "@tau/coding-agent";
import type { Git } from "./git.ts";
import { statOf } from "./move-files.ts";
import { allRecords, FOLDERS } from "./records.ts";

/** A folder with more is not hashed: it is probably no project, but a home folder or a disk. */
const MOST_FILES = 20_000;
const MOST_BYTES = 1_000_000_000;

/** Returns the path of the repository that holds the versions of a folder without one of its own. */
export function folderRepositoryOf(folder: string, path: string): string {
  return join(folder, FOLDERS, `${createHash("sha256").update(path).digest("hex").slice(0, 16)}.git`);
}

/** Creates the repository, if needed. Rejects if the folder is too large. */
export async function openFolderRepository(git: Git, repository: string): Promise<Git> {
  mkdirSync(join(repository, ".."), { recursive: true, mode: 0o700 });
  if (!existsSync(join(repository, "HEAD"))) await git.text(["init", "--quiet", "--bare", repository]);
  const own = git.apart(git.cwd, repository);
  const files = await own.words(["ls-files", "-z", "-o", "--exclude-standard"]);
  const bytes = files.reduce((sum, path) => sum + (statOf(join(git.cwd, path))?.size ?? 0), 0);
  if (files.length > MOST_FILES || bytes > MOST_BYTES)
    throw new Error(
      `${git.cwd} is too large to be isolated without a git repository: ${files.length} files, ${Math.ceil(bytes / 1e6)} MB.`,
    );
  return own;
}

/** Keeps a change from being removed before it is merged, also if Tau is killed meanwhile. */
export async function retain(git: Git, { base, result }: WorktreeChange): Promise<void> {
  const commit = await git.commit(result, "result", { parents: [await git.commit(base, "base")] });
  await git.text(["update-ref", refOf(result), commit]);
}

export async function release(git: Git, { result }: WorktreeChange): Promise<void> {
  await git.maybe(["update-ref", "-d", refOf(result)]);
}

function refOf(result: string): string {
  return `refs/tau/${result}`;
}

/** Removes the repositories in which nothing is kept, and that no work uses. */
export async function pruneFolderRepositories(git: Git, folder: string): Promise<void> {
  const parent = join(folder, FOLDERS);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const repository = join(parent, name);
    const isUsed = allRecords(folder).some(({ overlay }) => overlay?.folderRepository === repository);
    if (isUsed || (await git.in("/").maybe([`--git-dir=${repository}`, "for-each-ref", "--count=1"]))) continue;
    rmSync(repository, { recursive: true, force: true });
  }
  if (readdirSync(parent).length === 0) rmdirSync(parent);
}
