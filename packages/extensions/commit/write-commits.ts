import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitTrees } from "./commit-trees.ts";
import { copyIndex, forgetIndex, installIndex, keepIndex } from "./index-file.ts";
import type { PendingChanges } from "./pending-changes.ts";
import type { ProposedCommit } from "./proposal.ts";

/** Writes the commits with hooks and signing, as `git commit` does. Resolves to their ids. */
export async function writeCommits(pending: PendingChanges, commits: readonly ProposedCommit[]): Promise<string[]> {
  const trees = await commitTrees(pending, commits);
  const keeper = new IndexKeeper(pending);
  const made: string[] = [];
  try {
    for (const [index, { message }] of commits.entries()) {
      await commitTree(pending, trees[index] ?? "", message, index === commits.length - 1);
      made.push(await pending.git.text(["rev-parse", "--short", "HEAD"]));
      keeper.committed();
    }
  } catch (cause) {
    keeper.putBack();
    throw new PartialFailure(made, { cause });
  } finally {
    forgetIndex(pending.gitDir);
  }
  return made;
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

  committed(): void {
    if (this.pending.scope === "staged") return;
    // Restoring the earlier index would now revert the commit.
    forgetIndex(this.pending.gitDir);
    this.kept = undefined;
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
  if (scope === "all") await git.text(["add", "--all", "--", "."], { index });
  const now = await git.text(["write-tree"], { index });
  const head = (await git.maybe(["rev-parse", "--quiet", "--verify", "HEAD^{tree}"])) ?? base;
  if (now !== tree || head !== base)
    throw new Error("The changes are no longer those that were shown. Nothing was committed; run it again.");
}

async function commitTree(pending: PendingChanges, tree: string, message: string, isLast: boolean): Promise<void> {
  const { git, indexFile, finalIndex, scratch } = pending;
  const step = join(scratch, "commit-index");
  copyIndex(finalIndex, step);
  if (!isLast) await git.text(["read-tree", "-i", "-m", tree], { index: step });
  installIndex(step, indexFile);
  const file = join(scratch, "message");
  writeFileSync(file, `${message}\n`);
  await git.text(["commit", "--quiet", "--cleanup=whitespace", "-F", file]);
  const written = await git.text(["rev-parse", "HEAD^{tree}"]);
  if (written !== tree && !isLast)
    throw new Error(
      `A hook changed the commit, so the rest cannot follow as shown (git read-tree ${pending.tree} stages it).`,
    );
}
