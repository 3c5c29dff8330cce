import { dirname, join, resolve } from "node:path";
import { FILE_LIMITS, readOrdinaryFile } from "./ordinary-file.ts";

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
export async function findRepository(folder: string): Promise<GitRepository | undefined> {
  for (let workTree = resolve(folder); ; workTree = dirname(workTree)) {
    const repository = await repositoryAt(workTree);
    if (repository) return repository;
    if (dirname(workTree) === workTree) return undefined;
  }
}

async function repositoryAt(workTree: string): Promise<GitRepository | undefined> {
  const place = join(workTree, ".git");
  const head = await readLine(join(place, "HEAD"));
  if (head !== undefined) return { workTree, gitDir: place, head, isLinked: false };
  const pointer = /^gitdir: (.+)$/m.exec((await readLine(place)) ?? "")?.[1];
  if (pointer === undefined) return undefined;
  const gitDir = resolve(workTree, pointer.trim());
  const linked = await readLine(join(gitDir, "HEAD"));
  return linked === undefined ? undefined : { workTree, gitDir, head: linked, isLinked: true };
}

/** Resolves to the folder that all worktrees of a repository share. */
export async function commonDirOf({ gitDir }: GitRepository): Promise<string> {
  const shared = await readLine(join(gitDir, "commondir"));
  return shared === undefined ? gitDir : resolve(gitDir, shared.trim());
}

/** Reads a file. An unreadable, irregular or far too long file counts as absent, because there is nothing to show then. */
async function readLine(path: string): Promise<string | undefined> {
  const bytes = await readOrdinaryFile(path, FILE_LIMITS.pointer).catch(() => undefined);
  return bytes?.toString("utf8");
}
