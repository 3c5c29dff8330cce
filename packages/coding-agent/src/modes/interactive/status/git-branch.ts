import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { plainLine } from "../parts/plain-line.ts";

/** The branch a folder is on, or the start of the commit; undefined outside of a repository. Starts no process. */
export async function gitBranch(folder: string): Promise<string | undefined> {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const head = await readHead(join(place, ".git"));
    if (head !== undefined) return describe(head);
    if (dirname(place) === place) return undefined;
  }
}

/** In a worktree or a submodule `.git` is a file that names the real folder. */
async function readHead(place: string): Promise<string | undefined> {
  const head = await readIfThere(join(place, "HEAD"));
  if (head !== undefined) return head;
  const pointer = /^gitdir: (.+)$/m.exec((await readIfThere(place)) ?? "")?.[1];
  return pointer === undefined ? undefined : await readIfThere(join(resolve(dirname(place), pointer.trim()), "HEAD"));
}

/** What cannot be read is as good as not there: the status line has nothing to say about it. */
async function readIfThere(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch(() => undefined);
}

function describe(head: string): string | undefined {
  const branch = /^ref: (?:refs\/heads\/)?(.+)$/m.exec(head)?.[1];
  return branch === undefined ? /^[0-9a-f]{7}/.exec(head)?.[0] : plainLine(branch);
}
