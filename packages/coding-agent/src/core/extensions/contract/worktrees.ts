/** The changes made in a copy of one repository, as ids of git trees. They can be stored and merged later. */
export interface WorktreeChange {
  /** The root of the user's repository. */
  readonly repository: string;
  /** The user's files when the copy was made, including uncommitted changes. */
  readonly base: string;
  /** The files of the copy after the work. */
  readonly result: string;
}

/** A copy of the user's repository, together with the submodules and repositories inside it. */
export interface Worktree {
  /** The folder that corresponds to the folder for which the copy was made. */
  readonly cwd: string;
  /** Resolves to the changes made so far, the outer repository first. Repositories without changes are left out. */
  changes(): Promise<readonly WorktreeChange[]>;
  /**
   * Names a branch of the user's repository that belongs to the copy: it is removed with it, also at the next start if Tau is killed.
   * Without a name, no branch belongs to it any more.
   */
  ownBranch(name?: string): void;
  /** Removes the copy. Changes that were not merged are lost. */
  remove(): Promise<void>;
  /** Keeps the copy beyond the end of this process instead of removing it. Needs no space on the disk. */
  keep(): Promise<KeptWorktree>;
}

/** A copy whose changes could neither be merged nor put into a branch. */
export interface KeptWorktree {
  /** The folder with the changed files. */
  readonly folder: string;
  /** The name for `tau worktree merge`; absent if that command does not know it. */
  readonly name?: string;
}

export interface WorktreeRequest {
  readonly cwd: string;
  /** Becomes part of the folder's name. */
  readonly name: string;
  /**
   * `worktree`: a checkout of the repository, without ignored files. `overlay`: a mounted view of the folder as it is, ignored files
   * included, in which changes are kept apart; also without a repository. Rejects if no overlay can be mounted. Default: `worktree`.
   */
  readonly kind?: "worktree" | "overlay";
  readonly signal?: AbortSignal | undefined;
}

export interface WorktreeMerge {
  /** Becomes part of the names of branches. */
  readonly name: string;
  /**
   * `patch`: the changes are merged into the user's files, uncommitted; if they conflict, they are kept in a branch instead.
   * `branch`: they are committed to a new branch, and the user's files stay as they are.
   */
  readonly method: "patch" | "branch";
}

export interface WorktreeMergeOutcome {
  readonly repository: string;
  readonly status: "merged" | "conflict" | "branch" | "failed";
  /** The changed files, relative to the repository; with `conflict`, the files that conflict. */
  readonly files: readonly string[];
  /** The branch that holds the changes, if they were not merged. */
  readonly branch?: string;
  /** The repository of the branch, if it is not the user's: one is made for a folder without a repository. */
  readonly branchRepository?: string;
  readonly reason?: string;
}

export interface WorktreeCheckout {
  readonly cwd: string;
  /** The name by which `tau worktree` and `tau --worktree` know it. */
  readonly name: string;
  /** A local branch, which is checked out. */
  readonly branch: string;
}

export interface CheckedOutWorktree {
  /** The root of the worktree. */
  readonly folder: string;
  /** Whether the branch was checked out there already. */
  readonly isReused: boolean;
}

/** The service `worktrees`: copies of the user's repository in which work is done apart from the user's files. */
export interface Worktrees {
  /** Rejects if the folder is not in a git repository and no overlay is requested. */
  create(request: WorktreeRequest): Promise<Worktree>;
  /** Checks a branch out into a worktree that stays until the user ends it with `tau worktree`. */
  checkout(request: WorktreeCheckout): Promise<CheckedOutWorktree>;
  /**
   * Merges changes, one repository after the other. Each is merged completely or not at all, even if Tau is killed meanwhile.
   * Merging the same changes a second time changes nothing.
   */
  merge(changes: readonly WorktreeChange[], merge: WorktreeMerge): Promise<readonly WorktreeMergeOutcome[]>;
}
