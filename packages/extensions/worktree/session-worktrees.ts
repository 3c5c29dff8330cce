import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { CheckedOutWorktree, Worktree, WorktreeChange } from "@tau/coding-agent";
import { removeCopies } from "./copies.ts";
import type { Git } from "./git.ts";
import { type Copy, createWork, isRunning, owner, removeWork, sessionWork, writeRecord } from "./records.ts";
import type { FoundRepository, RepositoryCopies } from "./worktrees.ts";

/** A worktree in which a session of the user works. It stays until the user merges or removes it. */
export interface SessionWorktree extends Worktree {
  readonly name: string;
  readonly isInUse: boolean;
  readonly copies: readonly Copy[];
}

/** Returns the worktrees of a repository. */
export function listWorktrees(all: RepositoryCopies, found: FoundRepository): SessionWorktree[] {
  return sessionWork(all.folder).flatMap(({ work, record }) => {
    const { copies, session: name = "" } = record;
    if (copies[0]?.repository !== found.git.cwd) return [];
    return [{ ...all.opened(found, work, copies), name, copies, isInUse: isOther(record) && isRunning(record) }];
  });
}

/** Whether the folder of a worktree was deleted. */
export function isGone({ copies }: Pick<SessionWorktree, "copies">): boolean {
  return !existsSync(copies[0]?.folder ?? "");
}

/** Opens a worktree by its name, or creates it. Without a name, creates one with a number. */
export async function openWorktree(
  all: RepositoryCopies,
  found: FoundRepository,
  asked: string | undefined,
): Promise<SessionWorktree> {
  const present = listWorktrees(all, found);
  const name = asked ?? freeName(present);
  checkName(name);
  const existing = present.find((each) => each.name === name);
  if (existing?.isInUse) throw new Error(`Another Tau works in the worktree ${name}.`);
  // Its folder was deleted by hand.
  if (existing && isGone(existing)) await existing.remove();
  else if (existing) {
    const record = sessionWork(all.folder).find(({ record: { session, copies } }) => {
      return session === name && copies[0]?.repository === found.git.cwd;
    });
    // From now on this process works in it.
    if (record) writeRecord(record.work, { ...record.record, ...owner() });
    return existing;
  }
  const work = createWork(all.folder, `session-${name}`, { session: name });
  await all.copy(found, work, name);
  const made = listWorktrees(all, found).find((each) => each.name === name);
  if (!made) throw new Error(`The worktree ${name} was removed again.`);
  return made;
}

/** Checks a branch out. Reuses a worktree of that name, and the checkout of the branch if there is one elsewhere. */
export async function checkOutBranch(
  all: RepositoryCopies,
  found: FoundRepository,
  name: string,
  branch: string,
): Promise<CheckedOutWorktree> {
  checkName(name);
  const { git } = found;
  const elsewhere = await folderOfBranch(git, branch);
  if (elsewhere !== undefined && existsSync(elsewhere)) return { folder: elsewhere, isReused: true };
  const named = listWorktrees(all, found).find((each) => each.name === name);
  if (named && !isGone(named))
    throw new Error(
      `The worktree ${name} holds other work: ${named.cwd}. End it with tau worktree merge, branch or remove.`,
    );
  await named?.remove();
  const [start = "", base = ""] = (await git.text(["rev-parse", `${branch}^{commit}`, `${branch}^{tree}`])).split("\n");
  const work = createWork(all.folder, `session-${name}`, { session: name });
  const copy = { repository: git.cwd, folder: join(work, `${basename(git.cwd) || "work"}-${name}`), base, start };
  writeRecord(work, { ...owner(), session: name, copies: [copy] });
  try {
    await git.text(["worktree", "add", "--quiet", "--force", copy.folder, branch]);
  } catch (error) {
    await removeCopies(git, [copy]);
    removeWork(work);
    throw error;
  }
  return { folder: copy.folder, isReused: false };
}

/** Resolves to the folder in which a branch is checked out, if there is one. */
async function folderOfBranch(git: Git, branch: string): Promise<string | undefined> {
  const listed = (await git.text(["worktree", "list", "--porcelain"])).split("\n\n");
  const own = listed.find((entry) => entry.split("\n").includes(`branch refs/heads/${branch}`));
  return own === undefined ? undefined : /^worktree (.+)$/m.exec(own)?.[1];
}

/** Keeps the work in a branch: with its commits if there are any, otherwise as one commit. Resolves to the branches. */
export async function keepInBranches(
  all: RepositoryCopies,
  git: Git,
  { name, copies }: SessionWorktree,
  changes: readonly WorktreeChange[],
): Promise<string[]> {
  const branches: string[] = [];
  for (const change of changes) {
    const copy = copies.find(({ repository }) => repository === change.repository);
    const inside = git.in(copy?.folder ?? change.repository);
    const [head, tree] = await inside.head();
    if (copy && head !== undefined && head !== copy.start) {
      const last =
        tree === change.result
          ? head
          : await inside.commit(change.result, `Work of ${name}`, { parents: [head], asUser: true });
      branches.push(await createBranch(git.in(change.repository), `tau/${name}`, last));
    } else {
      const [outcome] = await all.merge([change], { name, method: "branch" });
      if (outcome?.branch === undefined) throw new Error(outcome?.reason ?? "The branch was not created.");
      branches.push(outcome.branch);
    }
  }
  return branches;
}

/** Creates a branch under the first name that is free: another session may have had a worktree of this name before. */
async function createBranch(git: Git, name: string, commit: string): Promise<string> {
  for (let number = 1; ; number++) {
    const branch = number === 1 ? name : `${name}-${number}`;
    const existing = await git.maybe(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]);
    if (existing === undefined) await git.text(["branch", branch, commit]);
    if (existing === undefined || existing === commit) return branch;
  }
}

function checkName(name: string): void {
  // A branch may be called like it.
  if (!/^\w[\w.-]{0,39}$/.test(name) || /\.\.|\.$|\.lock$/.test(name))
    throw new Error(`"${name}" is no name for a worktree: use letters, digits, single dots and dashes.`);
}

function isOther({ pid }: { readonly pid: number }): boolean {
  return pid !== process.pid;
}

function freeName(present: readonly SessionWorktree[]): string {
  for (let number = 1; ; number++) if (!present.some(({ name }) => name === `w${number}`)) return `w${number}`;
}
