import { dirname, join, resolve } from "node:path";
import { FILE_LIMITS, readOrdinaryFile } from "./ordinary-file.ts";

/** Where a repository keeps what it knows. Found by reading alone: no process is started. */
export interface GitRepository {
  /** The folder whose files are kept. */
  readonly workTree: string;
  /** `.git`, or in a worktree or a submodule the folder that the file `.git` names. */
  readonly gitDir: string;
  /** What `HEAD` says. */
  readonly head: string;
  /** `.git` is a file. */
  readonly isLinked: boolean;
}

/** The repository a folder lies in. */
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

/** Where worktrees of one repository keep what they share. */
export async function commonDirOf({ gitDir }: GitRepository): Promise<string> {
  const shared = await readLine(join(gitDir, "commondir"));
  return shared === undefined ? gitDir : resolve(gitDir, shared.trim());
}

/** What cannot be read, is no ordinary file or is far too long counts as absent: there is nothing to show then. */
async function readLine(path: string): Promise<string | undefined> {
  const bytes = await readOrdinaryFile(path, FILE_LIMITS.pointer).catch(() => undefined);
  return bytes?.toString("utf8");
}
