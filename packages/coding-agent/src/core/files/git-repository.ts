import { dirname, join, resolve } from "node:path";
import { FILE_LIMITS, readOrdinaryFileSync } from "@tau/agent/ordinary-file";

/** Paths of a git repository, found by reading files only: no process is started. */
export interface GitRepository {
  /** The folder that holds the checked-out files. */
  readonly workTree: string;
  /** The `.git` folder. In a worktree or a submodule, the folder that the file `.git` names. */
  readonly gitDir: string;
  /** Content of the file `HEAD`. */
  readonly head: string;
  /** Whether `.git` is a file, as in a worktree or a submodule. */
  readonly isLinked: boolean;
}

/** Finds the repository that contains a folder. */
export function findRepository(folder: string): GitRepository | undefined {
  for (let workTree = resolve(folder); ; workTree = dirname(workTree)) {
    const repository = repositoryAt(workTree);
    if (repository) return repository;
    if (dirname(workTree) === workTree) return undefined;
  }
}

function repositoryAt(workTree: string): GitRepository | undefined {
  const place = join(workTree, ".git");
  const head = readLine(join(place, "HEAD"));
  if (head !== undefined) return { workTree, gitDir: place, head, isLinked: false };
  const pointer = /^gitdir: (.+)$/m.exec(readLine(place) ?? "")?.[1];
  if (pointer === undefined) return undefined;
  const gitDir = resolve(workTree, pointer.trim());
  const linked = readLine(join(gitDir, "HEAD"));
  return linked === undefined ? undefined : { workTree, gitDir, head: linked, isLinked: true };
}

/** Returns the folder that all worktrees of a repository share. */
export function commonDirOf({ gitDir }: GitRepository): string {
  const shared = readLine(join(gitDir, "commondir"));
  return shared === undefined ? gitDir : resolve(gitDir, shared.trim());
}

/** Reads a file. An unreadable, irregular or far too long file counts as absent, because there is nothing to show then. */
function readLine(path: string): string | undefined {
  try {
    return readOrdinaryFileSync(path, FILE_LIMITS.pointer).toString("utf8");
  } catch {
    return undefined;
  }
}
