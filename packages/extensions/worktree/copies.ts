import { existsSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Git } from "./git.ts";
import { isThere } from "./move-files.ts";
import type { Copy } from "./records.ts";
import { takeSnapshot } from "./snapshot.ts";

/** A copy together with the tree that it was made from. */
export interface BasedCopy extends Copy {
  readonly base: string;
}

export interface CopyRequest {
  /** The folder of this work; holds the copies and the index files. */
  readonly work: string;
  /** Called before git registers a copy, so that a crash leaves nothing unknown. */
  onCopy(copy: Copy): void;
}

/** Copies the repository of a checkout and those inside it. Resolves to the copies, the outermost first. */
export async function copyRepository(git: Git, request: CopyRequest): Promise<BasedCopy[]> {
  const copies: BasedCopy[] = [];
  await copyInto(git, join(request.work, basename(git.cwd) || "work"), request, copies);
  return copies;
}

async function copyInto(git: Git, folder: string, request: CopyRequest, copies: BasedCopy[]): Promise<void> {
  const { tree, repositories } = await takeSnapshot(git, join(request.work, `base-${copies.length}.index`));
  const [head, headTree] = await git.head();
  const start =
    head !== undefined && headTree === tree
      ? head
      : await git.commit(tree, "Uncommitted changes", { parents: head === undefined ? [] : [head] });
  const copy = { repository: git.cwd, folder, base: tree };
  request.onCopy({ repository: git.cwd, folder });
  // The folder of a submodule is there already, and empty.
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(join(folder, ".."), { recursive: true });
  await git.text(["worktree", "add", "--quiet", "--detach", folder, start]);
  copies.push(copy);
  for (const path of [...(await submodules(git, tree)), ...repositories])
    await copyInto(git.in(join(git.cwd, path)), join(folder, path), request, copies);
}

/** Resolves to the paths of submodules that are checked out. */
async function submodules(git: Git, tree: string): Promise<string[]> {
  const lines = (await git.words(["ls-tree", "-r", "-z", tree])).filter((line) => line.startsWith("160000 "));
  return lines.map((line) => line.slice(line.indexOf("\t") + 1)).filter((path) => isThere(join(git.cwd, path, ".git")));
}

/** Removes copies, the innermost first. Also works if git does not know them, or only git does. */
export async function removeCopies(git: Git, copies: readonly Copy[]): Promise<void> {
  for (const { repository, folder } of [...copies].reverse()) {
    if (!existsSync(repository)) continue;
    const own = git.in(repository);
    if ((await own.maybe(["worktree", "remove", "--force", "--force", folder])) !== undefined) continue;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    // Git locks a worktree while it creates it, and does not remove what is locked.
    await own.maybe(["worktree", "unlock", folder]);
    await own.maybe(["worktree", "prune"]);
  }
}
