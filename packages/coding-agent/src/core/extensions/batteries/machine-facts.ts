import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";

/** Returns whether a program is in a folder of PATH. */
export function isOnPath(program: string): boolean {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .some((folder) => suffixes.some((suffix) => isExecutable(join(folder, program + suffix))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // The file is absent, or we may not run it: either way the program cannot be used.
    return false;
  }
}

/** Returns the remote URLs in the configuration of the repository that contains a folder. */
export function remoteAddresses(cwd: string): string[] {
  const folder = gitFolder(cwd);
  const text = folder === undefined ? undefined : textOf(join(folder, "config"));
  return [...(text ?? "").matchAll(/^\s*(?:push)?url\s*=\s*(.+)$/gim)].map(([, url = ""]) => url.trim());
}

/** Finds the git folder. In worktrees and submodules `.git` is a file that names the folder; worktrees share their repository's configuration. */
function gitFolder(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const place = join(folder, ".git");
    if (existsSync(place)) {
      const pointer = /^gitdir: (.+)$/m.exec(textOf(place) ?? "")?.[1];
      const own = pointer === undefined ? place : resolve(folder, pointer.trim());
      return resolve(own, textOf(join(own, "commondir"))?.trim() ?? ".");
    }
    if (dirname(folder) === folder) return undefined;
  }
}

function textOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : undefined;
}
