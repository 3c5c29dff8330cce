import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unitsOf } from "./change.ts";
import { addToChangelog, CHANGELOG, readChangelog } from "./changelog.ts";
import { copyIndex } from "./index-file.ts";
import type { PendingChanges } from "./pending-changes.ts";
import type { Proposal } from "./proposal.ts";
import { readDiff } from "./read-diff.ts";

/** Resolves to whether an entry may be proposed: a changelog exists, the changes do not touch it, and it has no unstaged edits. */
export async function mayWriteChangelog({ git, files, finalIndex }: PendingChanges): Promise<boolean> {
  if (readChangelog(git.cwd) === undefined || files.some(({ path }) => path === CHANGELOG)) return false;
  return await git.holds(["diff-files", "--quiet", "--", CHANGELOG], { index: finalIndex });
}

export interface WithChangelog {
  readonly pending: PendingChanges;
  readonly proposal: Proposal;
  /** Writes the changelog in the working tree; `undo` restores it. */
  write(): void;
  undo(): void;
}

/** Adds the entries to the changelog as part of the last commit. Does not change the working tree yet. */
export async function stageChangelog(pending: PendingChanges, proposal: Proposal): Promise<WithChangelog> {
  const nothing = { pending, proposal, write: () => undefined, undo: () => undefined };
  if (proposal.changelog.length === 0) return nothing;
  const { git, base, scratch } = pending;
  const path = join(git.cwd, CHANGELOG);
  const old = readFileSync(path, "utf8");
  const text = addToChangelog(old, proposal.changelog);
  const finalIndex = join(scratch, "index-with-changelog");
  copyIndex(pending.finalIndex, finalIndex);
  const blob = await git.text(["hash-object", "-w", "--stdin", `--path=${CHANGELOG}`], { input: text });
  const [mode = "100644"] = (await git.text(["ls-files", "-s", "--", CHANGELOG], { index: finalIndex })).split(" ");
  await git.text(["update-index", "--cacheinfo", `${mode},${blob},${CHANGELOG}`], { index: finalIndex });
  const tree = await git.text(["write-tree"], { index: finalIndex });
  const files = await readDiff(git, base, tree);
  return {
    pending: { ...pending, finalIndex, tree, files },
    proposal: { ...proposal, commits: renamed(proposal, pending, files) },
    write: () => writeFileSync(path, text),
    undo: () => writeFileSync(path, old),
  };
}

/** Maps the units to their new ids, because the changelog as an additional file shifts the numbers. */
function renamed({ commits }: Proposal, before: PendingChanges, files: PendingChanges["files"]): Proposal["commits"] {
  const names = new Map<string, readonly string[]>();
  for (const old of before.files) {
    const now = files.find(({ path }) => path === old.path);
    for (const [index, unit] of unitsOf(old).entries()) {
      const units = now ? unitsOf(now) : [];
      names.set(unit, units.slice(index, index + 1));
    }
  }
  const changelog = files.find(({ path }) => path === CHANGELOG);
  return commits.map(({ message, units }, index) => {
    const own = [...units].flatMap((unit) => names.get(unit) ?? []);
    return {
      message,
      units: new Set(index === commits.length - 1 && changelog ? [...own, ...unitsOf(changelog)] : own),
    };
  });
}
