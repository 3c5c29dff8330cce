import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Git } from "./git.ts";
import { isThere } from "./move-files.ts";
import type { Copy } from "./records.ts";
import { takeSnapshot } from "./snapshot.ts";

export interface CopyRequest {
  /** The folder of this work; holds the copies and the index files. */
  readonly work: string;
  /** The end of the folder's name, which the user sees. Default: one that is unique, because git names its own record of the worktree after it. */
  readonly suffix?: string | undefined;
  /** Called before git registers a copy, so that a crash leaves nothing unknown. */
  onCopy(copy: Copy): void;
}

/** Copies the repository of a checkout and those inside it. Resolves to the copies, the outermost first. */
export async function copyRepository(git: Git, request: CopyRequest): Promise<Copy[]> {
  const copies: Copy[] = [];
  const { suffix = basename(request.work).slice(-6) } = request;
  await copyInto(git, join(request.work, `${basename(git.cwd) || "work"}-${suffix}`), request, copies);
  return copies;
}

async function copyInto(git: Git, folder: string, request: CopyRequest, copies: Copy[]): Promise<void> {
  const { tree, repositories } = await takeSnapshot(git, join(request.work, `base-${copies.length}.index`));
  const [head, headTree] = await git.head();
  const start =
    head !== undefined && headTree === tree
      ? head
      : await git.commit(tree, "Uncommitted changes", { parents: head === undefined ? [] : [head] });
  const copy = { repository: git.cwd, folder, base: tree, start };
  request.onCopy(copy);
  // The folder of a submodule is there already, and empty.
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(join(folder, ".."), { recursive: true });
  await git.text(["worktree", "add", "--quiet", "--detach", folder, start]);
  copies.push(copy);
  for (const path of [...(await submodules(git, tree)), ...repositories])
    await copyInto(git.in(join(git.cwd, path)), join(folder, path), request, copies);
}

/** Resolves to the paths of submodules that are checked out. */
export async function submodules(git: Git, tree: string): Promise<string[]> {
  const lines = (await git.words(["ls-tree", "-r", "-z", tree])).filter((line) => line.startsWith("160000 "));
  return lines.map((line) => line.slice(line.indexOf("\t") + 1)).filter((path) => isThere(join(git.cwd, path, ".git")));
}

/**
 * Removes copies, the innermost first, and the branch of the outermost that belongs to them. Also works if git does not know them, or only
 * git does.
 */
export async function removeCopies(git: Git, copies: readonly Copy[], branch?: string): Promise<void> {
  for (const { repository, folder } of [...copies].reverse()) {
    if (!existsSync(repository)) continue;
    const own = git.in(repository);
    if ((await own.maybe(["worktree", "remove", "--force", "--force", folder])) !== undefined) continue;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    await removeEntry(own, folder);
  }
  const [outermost] = copies;
  if (branch === undefined || !outermost || !existsSync(outermost.repository)) return;
  await git.in(outermost.repository).maybe(["update-ref", "-d", `refs/heads/${branch}`]);
}

/**
 * Removes what git has recorded about a worktree. Git cannot do so itself if it was killed while it created one: the record is locked
 * then, or incomplete, and every `git worktree` command fails.
 */
async function removeEntry(git: Git, folder: string): Promise<void> {
  const common = await git.maybe(["rev-parse", "--git-common-dir"]);
  if (common === undefined) return;
  const entries = join(resolve(git.cwd, common), "worktrees");
  if (!existsSync(entries)) return;
  for (const name of readdirSync(entries)) {
    const entry = join(entries, name);
    const place = textOf(join(entry, "gitdir"));
    const isComplete = place !== "" && textOf(join(entry, "commondir")) !== "";
    const hasName = name.startsWith(basename(folder)) && /^\d*$/.test(name.slice(basename(folder).length));
    if (place === join(folder, ".git") || (!isComplete && hasName)) rmSync(entry, { recursive: true, force: true });
  }
}

/** Returns the text of a file, or an empty one if there is none. */
function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : "";
}
