import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * Returns the folder that names a project: the root of the repository, which its worktrees share, or else the folder itself. Links are
 * resolved, so that a project has the same memories on every path to it.
 */
export function projectOf(cwd: string): string {
  const folder = realpathSync(cwd);
  for (let at = folder; ; at = dirname(at)) {
    const root = repositoryRoot(at);
    if (root !== undefined) return root;
    if (dirname(at) === at) return folder;
  }
}

function repositoryRoot(folder: string): string | undefined {
  const git = join(folder, ".git");
  const kind = statSync(git, { throwIfNoEntry: false });
  if (!kind) return undefined;
  if (kind.isDirectory()) return folder;
  // In a worktree, .git is a file that names a folder below the repository's own .git folder.
  const pointer = /^gitdir: (.+)$/m.exec(readFileSync(git, "utf8"))?.[1]?.trim();
  const main =
    pointer === undefined ? undefined : /^(.+)\/\.git\/worktrees\/[^/]+$/.exec(resolve(folder, pointer))?.[1];
  return main ?? folder;
}
