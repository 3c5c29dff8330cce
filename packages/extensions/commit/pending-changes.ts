import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { FileChange } from "./change.ts";
import type { Git } from "./git.ts";
import { copyIndex, putBackInterrupted } from "./index-file.ts";
import { readDiff } from "./read-diff.ts";
import { leftOutText } from "./show.ts";
import { stageAll } from "./stage-all.ts";

/** A snapshot of the changes to be committed. Reading it does not change the repository. */
export interface PendingChanges extends Disposable {
  /** Runs in the top folder of the working tree. */
  readonly git: Git;
  readonly gitDir: string;
  /** The index file of the repository. */
  readonly indexFile: string;
  /** The index after everything is committed. */
  readonly finalIndex: string;
  readonly scratch: string;
  /** The tree before the commits. */
  readonly base: string;
  readonly tree: string;
  readonly scope: "staged" | "all";
  readonly files: readonly FileChange[];
  /** New files that are not committed because they usually hold keys. */
  readonly leftOut: readonly string[];
  /** The message that git has prepared, for example in a merge. */
  readonly begunMessage: string | undefined;
  /** Whether git expects exactly one commit now, for example in a merge. */
  readonly isOneCommit: boolean;
  /** Whether an earlier run was interrupted and its index was restored. */
  readonly wasInterrupted: boolean;
}

/** Reads the staged changes, or all changes if nothing is staged or `all` is set. Rejects with advice if there is nothing to commit. */
export async function readPendingChanges(outside: Git, { all = false } = {}): Promise<PendingChanges> {
  const top = await outside.maybe(["rev-parse", "--show-toplevel"]);
  if (!top) throw new Error(`${outside.cwd} is not in the working tree of a git repository.`);
  const git = outside.in(top);
  const gitDir = resolve(top, await git.text(["rev-parse", "--absolute-git-dir"]));
  const indexFile = resolve(top, await git.text(["rev-parse", "--git-path", "index"]));
  const wasInterrupted = putBackInterrupted(gitDir, indexFile);
  if ((await git.text(["ls-files", "-u"])) !== "")
    throw new Error("There are files with conflicts. Resolve and stage them first: git status names them.");
  const scratch = mkdtempSync(join(tmpdir(), "tau-commit-"));
  try {
    return { ...(await look(git, { gitDir, indexFile, scratch, all })), wasInterrupted };
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true });
    throw error;
  }
}

interface Places {
  readonly gitDir: string;
  readonly indexFile: string;
  readonly scratch: string;
  readonly all: boolean;
}

async function look(git: Git, { gitDir, indexFile, scratch, all }: Places) {
  const finalIndex = join(scratch, "final-index");
  if (existsSync(indexFile)) copyIndex(indexFile, finalIndex);
  const base =
    (await git.maybe(["rev-parse", "--quiet", "--verify", "HEAD^{tree}"])) ??
    (await git.text(["mktree"], { input: "" }));
  const staged = await git.text(["write-tree"], { index: finalIndex });
  const scope = all || staged === base ? ("all" as const) : ("staged" as const);
  const leftOut = scope === "all" ? await stageAll(git, finalIndex) : [];
  const tree = scope === "all" ? await git.text(["write-tree"], { index: finalIndex }) : staged;
  if (tree === base)
    throw new Error(["There is nothing to commit: no file has changed.", ...leftOutText(leftOut)].join(" "));
  const begun = ["MERGE_MSG", "SQUASH_MSG"].map((name) => join(gitDir, name)).find((path) => existsSync(path));
  const isMerge = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"].some((name) => existsSync(join(gitDir, name)));
  return {
    ...{ git, gitDir, indexFile, finalIndex, scratch, base, tree, scope },
    files: await readDiff(git, base, tree),
    leftOut,
    begunMessage: begun === undefined ? undefined : readFileSync(begun, "utf8").slice(0, 4000),
    isOneCommit: isMerge,
    [Symbol.dispose]: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
