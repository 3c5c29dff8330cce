import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitTrees } from "./commit-trees.ts";
import type { Git } from "./git.ts";
import { copyIndex, forgetIndex, installIndex, keepIndex } from "./index-file.ts";
import type { PendingChanges } from "./pending-changes.ts";
import type { ProposedCommit } from "./proposal.ts";
import { stageAll } from "./stage-all.ts";

export interface WrittenCommits {
  readonly ids: readonly string[];
  /** The files whose contents a hook of the repository has changed before they were committed. */
  readonly changedByHooks: readonly string[];
}

/** Writes the commits with hooks and signing, as `git commit` does. */
export async function writeCommits(
  pending: PendingChanges,
  commits: readonly ProposedCommit[],
): Promise<WrittenCommits> {
  const { git, base } = pending;
  const trees = await commitTrees(pending, commits);
  const keeper = new IndexKeeper(pending);
  const ids: string[] = [];
  const changed = new Set<string>();
  let before = base;
  try {
    for (const [index, { message }] of commits.entries()) {
      const shown = trees[index] ?? "";
      const tree = await treeOnHead(pending, before, shown);
      if (tree === undefined)
        throw new Error("A hook changed files that a later commit changes too, so the rest cannot follow as shown.");
      const written = await commitTree(pending, tree, message);
      if (written !== tree) for (const path of await changedFiles(git, tree, written)) changed.add(path);
      ids.push(await git.text(["rev-parse", "--short", "HEAD"]));
      await keeper.committed(shown);
      before = shown;
    }
  } catch (cause) {
    keeper.putBack();
    throw new PartialFailure(ids, { cause });
  } finally {
    forgetIndex(pending.gitDir);
  }
  return { ids, changedByHooks: [...changed].sort() };
}

/**
 * Returns the tree that brings HEAD from one shown state to the next. They differ from HEAD if a hook changed a commit. Resolves to
 * undefined if the hook and the change touch the same file.
 */
async function treeOnHead(
  { git, scratch, base }: PendingChanges,
  before: string,
  after: string,
): Promise<string | undefined> {
  const head = (await git.maybe(["rev-parse", "--quiet", "--verify", "HEAD^{tree}"])) ?? base;
  if (head === before) return after;
  const index = join(scratch, "merged-index");
  rmSync(index, { force: true });
  await git.text(["read-tree", "-i", "-m", "--aggressive", before, head, after], { index });
  const unmerged = await git.text(["ls-files", "-u"], { index });
  return unmerged === "" ? await git.text(["write-tree"], { index }) : undefined;
}

async function changedFiles(git: Git, from: string, to: string): Promise<string[]> {
  const listed = await git.text(["diff-tree", "-r", "-z", "--name-only", from, to]);
  return listed.split("\0").filter(Boolean);
}

/** Remembers which index to restore if the commits end early, even after a crash. */
class IndexKeeper {
  private readonly pending: PendingChanges;
  private kept: string | undefined;

  constructor(pending: PendingChanges) {
    const { gitDir, indexFile, finalIndex, scratch, scope } = pending;
    this.pending = pending;
    const before = join(scratch, "index-before");
    if (existsSync(indexFile)) copyIndex(indexFile, before);
    // Staged changes stay staged. With `all`, the earlier index is restored, and the uncommitted changes are still in the files.
    this.kept = scope === "staged" ? finalIndex : existsSync(before) ? before : undefined;
    if (this.kept !== undefined) keepIndex(gitDir, this.kept);
  }

  /** Called after a commit, with the tree that was shown for it. */
  async committed(shown: string): Promise<void> {
    const { git, gitDir, scratch, finalIndex, scope, tree } = this.pending;
    if (scope === "all") {
      // Restoring the earlier index would now revert the commit.
      forgetIndex(gitDir);
      this.kept = undefined;
      return;
    }
    const rest = await treeOnHead(this.pending, shown, tree);
    if (rest === undefined || rest === tree) return;
    // What a hook has changed must not be staged the other way round.
    const index = join(scratch, "rest-index");
    copyIndex(finalIndex, index);
    await git.text(["read-tree", "-i", "-m", rest], { index });
    this.kept = index;
    keepIndex(gitDir, index);
  }

  putBack(): void {
    if (this.kept !== undefined) installIndex(this.kept, this.pending.indexFile);
  }
}

/** Reports that writing ended early. Some commits may have been made; the other changes are staged, or in the files, as before. */
export class PartialFailure extends Error {
  readonly made: readonly string[];

  constructor(made: readonly string[], { cause }: { cause: unknown }) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      made.length === 0 ? reason : `${made.join(", ")} was committed, then it ended: ${reason} The rest is as it was.`,
      { cause },
    );
    this.name = "PartialFailure";
    this.made = made;
  }
}

/** Rejects if the files or the index have changed since the proposal was shown, so that only what was shown is committed. */
export async function refuseIfChanged({ git, indexFile, scratch, base, tree, scope }: PendingChanges): Promise<void> {
  const index = join(scratch, "check-index");
  if (existsSync(indexFile)) copyIndex(indexFile, index);
  if (scope === "all") await stageAll(git, index);
  const now = await git.text(["write-tree"], { index });
  const head = (await git.maybe(["rev-parse", "--quiet", "--verify", "HEAD^{tree}"])) ?? base;
  if (now !== tree || head !== base)
    throw new Error("The changes are no longer those that were shown. Nothing was committed; run it again.");
}

/** Commits a tree. Resolves to the tree that was committed, which a hook may have changed. */
async function commitTree(pending: PendingChanges, tree: string, message: string): Promise<string> {
  const { git, indexFile, finalIndex, scratch } = pending;
  const step = join(scratch, "commit-index");
  copyIndex(finalIndex, step);
  if (tree !== pending.tree) await git.text(["read-tree", "-i", "-m", tree], { index: step });
  installIndex(step, indexFile);
  const file = join(scratch, "message");
  writeFileSync(file, `${message}\n`);
  await git.text(["commit", "--quiet", "--cleanup=whitespace", "-F", file]);
  return await git.text(["rev-parse", "HEAD^{tree}"]);
}
