import { join } from "node:path";
import { applyHunks, type FileChange, unitsOf } from "./change.ts";
import type { PendingChanges } from "./pending-changes.ts";
import type { ProposedCommit } from "./proposal.ts";

/** Returns the tree of each commit. Rejects if the last tree is not exactly the pending tree; until then only git objects are written. */
export async function commitTrees(pending: PendingChanges, commits: readonly ProposedCommit[]): Promise<string[]> {
  const { git, scratch, base, tree, files } = pending;
  if (commits.length === 1) return [tree];
  const index = join(scratch, "step-index");
  await git.text(["read-tree", base], { index });
  const done = new Set<string>();
  const trees: string[] = [];
  for (const { units } of commits) {
    for (const unit of units) done.add(unit);
    const touched = files.filter((file) => unitsOf(file).some((unit) => units.has(unit)));
    const lines: string[] = [];
    for (const file of touched) lines.push(...(await indexLines(pending, file, done)));
    await git.text(["update-index", "-z", "--index-info"], { index, input: lines.map((line) => `${line}\0`).join("") });
    trees.push(await git.text(["write-tree"], { index }));
  }
  if (trees.at(-1) !== tree)
    throw new Error("The changes could not be divided as proposed. Use --single for one commit.");
  return trees;
}

/** Returns the index entries of a file after these units are applied. */
async function indexLines({ git }: PendingChanges, file: FileChange, done: ReadonlySet<string>): Promise<string[]> {
  const { status, path, oldPath, oldBlob, newBlob, newMode } = file;
  const units = unitsOf(file);
  const line = (mode: string, blob: string, at: string) => `${mode} ${blob}\t${at}`;
  if (status === "D") return [line("0", oldBlob, path)];
  const gone = status === "R" && oldPath !== undefined ? [line("0", oldBlob, oldPath)] : [];
  if (units.every((unit) => done.has(unit))) return [...gone, line(newMode, newBlob, path)];
  const old = (await git.bytes(["cat-file", "blob", oldBlob])).toString("latin1");
  const text = applyHunks(
    old,
    file.hunks.filter(({ id }) => done.has(id)),
  );
  const blob = await git.text(["hash-object", "-w", "--stdin", "--no-filters"], { input: Buffer.from(text, "latin1") });
  return [line(newMode, blob, path)];
}
