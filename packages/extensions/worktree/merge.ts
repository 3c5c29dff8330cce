import { mkdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { WorktreeChange, WorktreeMerge, WorktreeMergeOutcome } from "@tau/coding-agent";
import type { Git } from "./git.ts";
import { isThere, moveFiles, placeIn } from "./move-files.ts";
import { createWork, type MovedFile, owner, type PendingMove, removeWork, writeRecord } from "./records.ts";
import { changedFiles, takeSnapshot } from "./snapshot.ts";

/** How often a merge is tried again because files changed meanwhile. */
const MOST_TRIES = 5;

/** Merges the changes of one repository completely or not at all. Changes that cannot be merged are kept in a branch. */
export async function mergeChange(
  git: Git,
  change: WorktreeChange,
  { name, method, folder }: WorktreeMerge & { readonly folder: string },
): Promise<WorktreeMergeOutcome> {
  const { repository } = change;
  const work = createWork(folder, `merge-${name}`);
  try {
    if (method === "branch") {
      const files = await git.words(["diff-tree", "-r", "-z", "--name-only", change.base, change.result]);
      return { repository, status: "branch", files, branch: await keepInBranch(git, change, name) };
    }
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const outcome = await tryMerge(git, change, join(work, String(tries)), work);
      if (!outcome) continue;
      if (outcome.conflicts.length === 0) return { repository, status: "merged", files: outcome.files };
      const branch = await keepInBranch(git, change, name);
      return { repository, status: "conflict", files: outcome.conflicts, branch };
    }
    throw new Error("the files kept changing while they were merged.");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const branch = method === "branch" ? undefined : await keepInBranch(git, change, name).catch(() => undefined);
    return { repository, status: "failed", files: [], reason, ...(branch === undefined ? {} : { branch }) };
  } finally {
    removeWork(work);
  }
}

interface Attempt {
  readonly files: readonly string[];
  readonly conflicts: readonly string[];
}

/** Resolves to undefined if the user's files changed meanwhile. */
async function tryMerge(git: Git, change: WorktreeChange, folder: string, work: string): Promise<Attempt | undefined> {
  mkdirSync(folder, { recursive: true });
  const ours = await takeSnapshot(git, join(folder, "ours.index"));
  const { tree, conflicts } = await mergeTrees(git, change, ours.tree);
  if (conflicts.length > 0) return { files: [], conflicts };
  const { written, removed } = await difference(git, ours.tree, tree);
  const files = [...written, ...removed].map(({ path }) => path).sort();
  if (files.length === 0) return { files, conflicts };
  const scratch = await stagingFolder(git, folder);
  writeRecord(work, { ...owner(), copies: [], scratch });
  const staged = join(scratch, "staged");
  try {
    await stage(git, tree, { staged, index: join(folder, "merged.index"), written });
    const since = new Set(await changedFiles(git, ours.index));
    if (files.some((path) => since.has(path))) return undefined;
    const blocked = inTheWay(git.cwd, written, removed);
    if (blocked.length > 0) return { files: [], conflicts: blocked };
    const move: PendingMove = { root: git.cwd, staged, written, removed };
    writeRecord(work, { ...owner(), copies: [], scratch, move });
    moveFiles(move);
    return { files, conflicts };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Returns new files in whose place there is an ignored file. */
function inTheWay(root: string, written: readonly MovedFile[], removed: readonly MovedFile[]): string[] {
  const makesRoom = (path: string) =>
    removed.some((old) => old.path.startsWith(`${path}/`) || path.startsWith(`${old.path}/`));
  return written.flatMap(({ path, old }) =>
    old === undefined && !makesRoom(path) && isThere(placeIn(root, path)) ? [path] : [],
  );
}

/** Merges the two sides of a change without touching a file. */
async function mergeTrees(git: Git, { base, result }: WorktreeChange, ours: string) {
  const parent = await git.commit(base, "base");
  const [left, right] = await Promise.all(
    [ours, result].map((tree) => git.commit(tree, "side", { parents: [parent] })),
  );
  const [tree = "", ...conflicts] = await git.words(
    ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", left ?? "", right ?? ""],
    { codes: [0, 1] },
  );
  return { tree, conflicts };
}

async function difference(git: Git, from: string, to: string): Promise<Record<"written" | "removed", MovedFile[]>> {
  const words = await git.words(["diff-tree", "-r", "-z", "--raw", "--full-index", "--no-renames", from, to]);
  const written: MovedFile[] = [];
  const removed: MovedFile[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [oldMode = "", newMode = "", old = ""] = (words[at] ?? "").slice(1).split(" ");
    // Repositories inside this one are merged by themselves.
    if (oldMode === "160000" || newMode === "160000") continue;
    const file = { path: words[at + 1] ?? "", ...(oldMode === "000000" ? {} : { old }) };
    if (newMode === "000000") removed.push(file);
    else written.push(file);
  }
  return { written, removed };
}

/** Writes the new files next to each other, as a checkout would: with filters, modes and links. */
async function stage(
  git: Git,
  tree: string,
  { staged, index, written }: { staged: string; index: string; written: readonly MovedFile[] },
): Promise<void> {
  mkdirSync(staged, { recursive: true });
  await git.text(["read-tree", tree], { index });
  const input = written.map(({ path }) => `${path}\0`).join("");
  await git.text(["checkout-index", "-z", "--stdin", `--prefix=${staged}/`], { index, input });
}

/** Returns a folder on the file system of the repository: only there can a file be moved into place at once. */
async function stagingFolder(git: Git, folder: string): Promise<string> {
  const near = join(folder, "merge");
  mkdirSync(near, { recursive: true });
  if (statSync(near).dev === statSync(git.cwd).dev) return near;
  const gitDir = resolve(git.cwd, await git.text(["rev-parse", "--git-dir"]));
  // The repository of a folder without one of its own may be on another file system.
  const isNear = statSync(gitDir).dev === statSync(git.cwd).dev;
  const own = join(isNear ? join(gitDir, "tau-merge") : git.cwd, `.tau-merge-${process.pid}-${Date.now()}`);
  mkdirSync(own, { recursive: true });
  return own;
}

/** Commits the changes to a new branch that starts at the user's commit, or at the user's files if they overlap with these. */
async function keepInBranch(git: Git, change: WorktreeChange, name: string): Promise<string> {
  const [head, headTree] = await git.head();
  const onHead = headTree === undefined ? undefined : await mergeTrees(git, change, headTree);
  const message = `Work of ${name}`;
  const parents = head === undefined ? [] : [head];
  const commit =
    onHead && onHead.conflicts.length === 0
      ? await git.commit(onHead.tree, message, { parents, asUser: true })
      : await git.commit(change.result, message, {
          parents: [await git.commit(change.base, "Uncommitted changes", { parents, asUser: true })],
          asUser: true,
        });
  const tree = await git.text(["rev-parse", `${commit}^{tree}`]);
  const plain = name.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "") || "work";
  for (let number = 1; ; number++) {
    const branch = `tau/${plain}${number === 1 ? "" : `-${number}`}`;
    const existing = await git.maybe(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}^{tree}`]);
    if (existing === tree) return branch;
    if (existing !== undefined) continue;
    await git.text(["update-ref", `refs/heads/${branch}`, commit, "0".repeat(commit.length)]);
    return branch;
  }
}
