import { plainLine } from "../parts/plain-line.ts";
import { findRepository, type GitRepository } from "./git-repository.ts";

/** The branch a folder is on, or the start of the commit; undefined outside of a repository. Starts no process. */
export async function gitBranch(folder: string): Promise<string | undefined> {
  const repository = await findRepository(folder);
  return repository && branchOf(repository);
}

export function branchOf({ head }: GitRepository): string | undefined {
  const branch = /^ref: (?:refs\/heads\/)?(.+)$/m.exec(head)?.[1];
  return branch === undefined ? /^[0-9a-f]{7}/.exec(head)?.[0] : plainLine(branch);
}
