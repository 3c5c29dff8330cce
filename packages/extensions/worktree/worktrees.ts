import { existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type {
  CheckedOutWorktree,
  ExtensionAPI,
  Worktree,
  WorktreeChange,
  WorktreeCheckout,
  WorktreeMerge,
  WorktreeMergeOutcome,
  WorktreeRequest,
  Worktrees,
} from "@tau/coding-agent";
import { copyRepository, removeCopies } from "./copies.ts";
import { folderRepositoryOf, pruneFolderRepositories, release } from "./folder-repository.ts";
import { Git } from "./git.ts";
import { mergeChange } from "./merge.ts";
import { isThere, moveFiles, placeIn } from "./move-files.ts";
import {
  type Copy,
  createWork,
  keepWork,
  leftovers,
  type MovedFile,
  owner,
  type PendingMove,
  readRecord,
  removeWork,
  writeRecord,
} from "./records.ts";
import { checkOutBranch } from "./session-worktrees.ts";
import { takeSnapshot } from "./snapshot.ts";

export interface FoundRepository {
  /** Runs at the root of the repository. */
  readonly git: Git;
  /** The path of the folder below the root. */
  readonly prefix: string;
}

type Ports = Pick<ExtensionAPI, "processes"> & { readonly settings: Pick<ExtensionAPI["settings"], "get"> };

/** Makes copies of repositories, merges their changes, and removes what an earlier process left behind. */
export class RepositoryCopies implements Worktrees {
  private readonly pi: Ports;
  /** The end of the last merge into each repository. */
  private readonly merging = new Map<string, Promise<unknown>>();
  private swept: Promise<readonly string[]> | undefined;

  constructor(pi: Ports) {
    this.pi = pi;
  }

  /** The folder of all copies. Not inside Tau's home, which agents may not write to. */
  get folder(): string {
    const named = this.pi.settings.get("worktree.folder");
    const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
    return typeof named === "string" && named !== ""
      ? resolve(homedir(), named.replace(/^~(?=\/|$)/, homedir()))
      : join(cache, "tau", "worktrees");
  }

  async create({ cwd, name, kind, signal }: WorktreeRequest): Promise<Worktree> {
    await this.sweep();
    signal?.throwIfAborted();
    if (kind === "overlay") {
      const { createOverlay } = await import("./overlay.ts");
      return await createOverlay(this, new Git(this.pi.processes, cwd), { work: createWork(this.folder, name) });
    }
    return await this.copy(await this.repositoryOf(cwd), createWork(this.folder, name));
  }

  async checkout({ cwd, name, branch }: WorktreeCheckout): Promise<CheckedOutWorktree> {
    await this.sweep();
    return await checkOutBranch(this, await this.repositoryOf(cwd), name, branch);
  }

  /** Copies a repository into a folder of work. */
  async copy({ git, prefix }: FoundRepository, work: string, session?: string): Promise<Worktree> {
    const known: Copy[] = [];
    const onCopy = (copy: Copy) => {
      known.push(copy);
      writeRecord(work, { ...owner(), copies: known, ...(session === undefined ? {} : { session }) });
    };
    try {
      await copyRepository(git, { work, onCopy, suffix: session });
      return this.opened({ git, prefix }, work, known);
    } catch (error) {
      await this.opened({ git, prefix }, work, known).remove();
      throw error;
    }
  }

  /** Returns the worktree of copies that exist. */
  opened({ git, prefix }: FoundRepository, work: string, copies: readonly Copy[]): Worktree {
    return {
      cwd: resolve(copies[0]?.folder ?? work, prefix),
      changes: async () => await changesOf(git, copies, work),
      ownBranch: (name) => {
        const { branch: _, ...record } = readRecord(work) ?? { ...owner(), copies };
        writeRecord(work, { ...record, ...(name === undefined ? {} : { branch: name }) });
      },
      remove: async () => {
        await removeCopies(git, copies, readRecord(work)?.branch);
        removeWork(work);
      },
      keep: async () => ({ folder: copies[0]?.folder ?? work, name: keepWork(work) }),
    };
  }

  async merge(changes: readonly WorktreeChange[], merge: WorktreeMerge): Promise<readonly WorktreeMergeOutcome[]> {
    await this.sweep();
    const outcomes: WorktreeMergeOutcome[] = [];
    for (const change of changes) outcomes.push(await this.inTurn(change, merge));
    return outcomes;
  }

  /** Completes merges and removes copies that an ended process has left behind. Does it once. Resolves to the problems. */
  sweep(): Promise<readonly string[]> {
    this.swept ??= this.removeLeftovers();
    return this.swept;
  }

  async repositoryOf(cwd: string): Promise<FoundRepository> {
    const git = new Git(this.pi.processes, cwd);
    const found = await git.maybe(["rev-parse", "--show-toplevel", "--show-prefix"]);
    const [root = "", prefix = ""] = found?.split("\n") ?? [];
    if (root === "") throw new Error(`${cwd} is not in a git repository with files.`);
    return { git: git.in(root), prefix };
  }

  /** Removes the repositories of folders without one, if nothing needs them. */
  async prune(): Promise<void> {
    await pruneFolderRepositories(new Git(this.pi.processes, this.folder), this.folder);
  }

  get processes(): Ports["processes"] {
    return this.pi.processes;
  }

  /** Merges into one repository one after the other, so that each sees the files of those before it. */
  private async inTurn(change: WorktreeChange, merge: WorktreeMerge): Promise<WorktreeMergeOutcome> {
    const { repository } = change;
    const own = new Git(this.pi.processes, repository);
    const apart = folderRepositoryOf(this.folder, repository);
    const git = existsSync(apart) ? own.apart(repository, apart) : own;
    const before = this.merging.get(repository) ?? Promise.resolve();
    const done = before.then(() => mergeChange(git, change, { ...merge, folder: this.folder }));
    this.merging.set(repository, done);
    const outcome = await done;
    if (git === own) return outcome;
    await release(git, change);
    return outcome.branch === undefined ? outcome : { ...outcome, branchRepository: apart };
  }

  /** What cannot be completed or removed stays for the next start, and does not keep the others. */
  private async removeLeftovers(): Promise<readonly string[]> {
    const git = new Git(this.pi.processes, this.folder);
    const problems: string[] = [];
    for (const { folder, record } of leftovers(this.folder))
      try {
        if (record?.move) moveFiles(await withoutLaterEdits(git, record.move));
        if (record?.overlay)
          await (await import("./overlay-mount.ts")).unmount(this.pi.processes, record.overlay.merged);
        if (record?.scratch !== undefined) rmSync(record.scratch, { recursive: true, force: true });
        await removeCopies(git, record?.copies ?? [], record?.branch);
        removeWork(folder);
      } catch (error) {
        problems.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
      }
    await this.prune();
    return problems;
  }
}

/** Leaves out files that the user has changed since the move was interrupted. */
async function withoutLaterEdits(git: Git, move: PendingMove): Promise<PendingMove> {
  const own = git.in(move.root);
  const isUntouched = async ({ path, old }: MovedFile) => {
    const present = isThere(placeIn(move.root, path)) ? await own.maybe(["hash-object", "--", path]) : undefined;
    return present === undefined || present === old;
  };
  const kept = async (files: readonly MovedFile[]) => {
    const checks = await Promise.all(files.map(isUntouched));
    return files.filter((_, index) => checks[index]);
  };
  return { ...move, written: await kept(move.written), removed: await kept(move.removed) };
}

/** Makes sure that git takes a copy for what it is. Otherwise it would find another repository in the folders above. */
async function checkCopy(git: Git, { repository, folder }: Pick<Copy, "repository" | "folder">): Promise<void> {
  if (!existsSync(folder)) throw new Error(`The worktree ${folder} was deleted, with what was changed in it.`);
  const link = join(folder, ".git");
  if (!existsSync(link)) await git.in(repository).maybe(["worktree", "repair", folder]);
  if (!existsSync(link)) throw new Error(`${folder} is no worktree any more: its file .git was deleted.`);
}

async function changesOf(git: Git, copies: readonly Copy[], work: string): Promise<WorktreeChange[]> {
  const changes: WorktreeChange[] = [];
  for (const [index, { repository, folder, base }] of copies.entries()) {
    await checkCopy(git, { repository, folder });
    const { tree: result } = await takeSnapshot(git.in(folder), join(work, `result-${index}.index`));
    if (result !== base) changes.push({ repository, base, result });
  }
  return changes;
}
