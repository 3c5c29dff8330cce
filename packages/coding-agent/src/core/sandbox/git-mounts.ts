import { existsSync, lstatSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isWithin } from "../permission/rule-paths.ts";
import type { Mount } from "./mount.ts";

/** The repository that a folder belongs to. */
export interface Repository {
  /** `.git` of the checkout: a folder, or a file that names one. */
  readonly link: string;
  readonly gitDir: string;
  /** The folder that a linked worktree shares with the others; otherwise the same as `gitDir`. */
  readonly commonDir: string;
}

export function findRepository(folder: string): Repository | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = repositoryAt(join(at, ".git"));
    if (found) return found;
    if (at === dirname(at)) return undefined;
  }
}

/** Returns the repository that a `.git` file or folder stands for. */
export function repositoryAt(link: string): Repository | undefined {
  try {
    const gitDir = lstatSync(link).isFile() ? namedBy(link) : link;
    if (gitDir === undefined || !existsSync(join(gitDir, "HEAD"))) return undefined;
    const common = textOf(join(gitDir, "commondir"))?.trim();
    return { link, gitDir, commonDir: common ? resolve(gitDir, common) : gitDir };
  } catch {
    return undefined;
  }
}

/** Makes the whole `.git` read-only, so that nothing in it can change, whatever is renamed around it. */
export function closedRepository({ link }: Repository): Mount[] {
  return [{ kind: "read-only", path: link }];
}

/**
 * Makes a repository writable for git, except for everything that makes git start programs: configuration, hooks, the
 * pointers from one git directory to another, and the git directories of submodules and other worktrees. The git
 * directory is a mount of its own, so that it cannot be renamed and recreated.
 */
export function openRepository(repository: Repository, roots: readonly string[]): Mount[] {
  const { link, gitDir, commonDir } = repository;
  const mounts: Mount[] = [{ kind: "writable", path: commonDir }, ...guarded(commonDir)];
  if (link !== gitDir) mounts.push({ kind: "read-only", path: link });
  for (const name of ["modules", "worktrees"])
    if (existsSync(join(commonDir, name))) mounts.push({ kind: "read-only", path: join(commonDir, name) });
  if (gitDir !== commonDir) mounts.push({ kind: "writable", path: gitDir }, ...guarded(gitDir));
  return [...mounts, ...namedInConfiguration(commonDir, link, roots)];
}

function guarded(gitDir: string): Mount[] {
  return [
    present(join(gitDir, "hooks"), { kind: "absent-folder", path: join(gitDir, "hooks") }),
    present(join(gitDir, "config"), { kind: "absent-file", path: join(gitDir, "config") }),
    present(join(gitDir, "config.worktree"), { kind: "absent-file", path: join(gitDir, "config.worktree") }),
    // `commondir` redirects git to the configuration and hooks of another folder. The placeholder's text makes the git
    // directory name itself, which is allowed.
    present(join(gitDir, "commondir"), { kind: "absent-file", path: join(gitDir, "commondir"), text: ".\n" }),
    ...(existsSync(join(gitDir, "gitdir")) ? [{ kind: "read-only", path: join(gitDir, "gitdir") } as const] : []),
  ];
}

function present(path: string, absent: Mount): Mount {
  return existsSync(path) ? { kind: "read-only", path } : absent;
}

/**
 * Protects hooks and further configuration that the repository's own configuration places in the workspace, also where
 * they do not exist yet.
 */
function namedInConfiguration(commonDir: string, link: string, roots: readonly string[]): Mount[] {
  const text = textOf(join(commonDir, "config")) ?? "";
  const named = (key: string, folder: string, kind: "absent-folder" | "absent-file") =>
    [...text.matchAll(new RegExp(`^\\s*${key}\\s*=\\s*"?([^"\\n]+?)"?\\s*$`, "gim"))].map(([, path = ""]) => ({
      kind,
      path: resolve(folder, path),
    }));
  return [...named("hooksPath", dirname(link), "absent-folder"), ...named("path", commonDir, "absent-file")]
    .filter(({ path }) => roots.some((root) => isWithin(root, path)) && !roots.includes(path))
    .filter(({ path }) => existsSync(dirname(path)))
    .map((mount) => present(mount.path, mount));
}

function namedBy(file: string): string | undefined {
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(textOf(file) ?? "")?.[1];
  return named === undefined ? undefined : resolve(dirname(file), named);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
