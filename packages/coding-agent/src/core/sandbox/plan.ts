import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  HOME_FILES,
  HOME_FOLDERS,
  OPEN_FOLDERS,
  PROTECTED_FILES,
  PROTECTED_FOLDERS,
  SECRETS,
  tauSecrets,
} from "../permission/protected-paths.ts";
import { isWithin } from "../permission/rule-paths.ts";
import { closedRepository, findRepository, openRepository, repositoryAt } from "./git-mounts.ts";
import { type Mount, orderMounts, type ProtectedLink, type SandboxPlan } from "./mount.ts";

export interface PlanSources {
  /** Folders in which the model works. */
  readonly roots: readonly string[];
  readonly home: string;
  readonly agentDir: string;
  /** Further paths that commands may write to; `hidden` lists further ones that they may not read. */
  readonly writable: readonly string[];
  readonly hidden: readonly string[];
  /** Parts of Tau itself that would be out of sight. */
  readonly program?: readonly string[];
  /** The `.git` of repositories below the roots. */
  readonly nested: readonly string[];
  /** Files of the workspace that hooks and MCP servers run outside of the sandbox. */
  readonly started?: readonly string[];
  /** Whether the command may write to repositories. */
  readonly usesGit: boolean;
  /** The command only reads, so it may write to its temporary files alone. */
  readonly onlyReads?: boolean | undefined;
}

/**
 * Files that programs read as soon as a folder is opened or entered. They are covered even if they do not exist yet.
 * The cover is a folder, because git would offer to add an empty file.
 */
const COVERED_FILES = [".mcp.json", ".envrc", ".npmrc"];

/** Plans what a confined command may write to and what it may not see, besides the rules that apply to every command. */
export function planSandbox(sources: PlanSources): SandboxPlan {
  const roots = writableRoots([...sources.roots, ...sources.writable], sources.home);
  const links: ProtectedLink[] = [];
  const program = (sources.program ?? []).filter((path) => !roots.some((root) => isWithin(root, path)));
  const mounts = [
    ...program.map((path) => ({ kind: "read-only", path }) as const),
    ...(sources.onlyReads
      ? roots.map((path) => ({ kind: "read-only", path }) as const)
      : roots.flatMap((root) => [
          { kind: "writable", path: root } as const,
          ...protectionsIn(root, roots, sources, links),
        ])),
    ...(sources.onlyReads ? [] : sources.nested.flatMap((link) => nestedRepository(link, roots, sources.usesGit))),
    ...secretPaths(sources).flatMap(hide),
  ];
  const started = sources.onlyReads ? [] : (sources.started ?? []).flatMap((path) => startedFile(path, roots, mounts));
  return { mounts: orderMounts([...mounts, ...started]), links };
}

/**
 * Returns the writable roots by their real paths. A home may be a workspace, but folders above a home are the whole
 * machine and stay read-only.
 */
export function writableRoots(paths: readonly string[], home: string): string[] {
  const real = [...new Set(paths.flatMap((path) => realPath(path) ?? []))];
  const realHome = realPath(home) ?? home;
  return real.filter((path) => path === realHome || !isWithin(path, realHome)).filter((path) => path !== "/");
}

function protectionsIn(root: string, roots: readonly string[], sources: PlanSources, links: ProtectedLink[]): Mount[] {
  const isHome = root === realPath(sources.home);
  const folders = new Set([...PROTECTED_FOLDERS, ...COVERED_FILES, ...(isHome ? HOME_FOLDERS : [])]);
  folders.delete(".git");
  const homeFiles = isHome ? HOME_FILES : [];
  const otherFiles = [...PROTECTED_FILES].filter((name) => !folders.has(name) && !homeFiles.includes(name));
  const mounts = [
    ...[...folders].flatMap((name) => protect(join(root, name), "absent-folder", roots, links)),
    ...homeFiles.flatMap((name) => protect(join(root, name), "absent-file", roots, links)),
    ...otherFiles.flatMap((name) => protect(join(root, name), undefined, roots, links)),
  ];
  const open = OPEN_FOLDERS.map((folder) => join(root, folder)).filter((path) => kindOf(path) === "folder");
  const own = realPath(sources.agentDir);
  return [
    ...mounts,
    ...(own !== undefined && isWithin(root, own) ? [{ kind: "read-only", path: own } as const] : []),
    ...open.map((path) => ({ kind: "writable", path }) as const),
    ...git(root, roots, sources.usesGit),
  ];
}

function protect(
  path: string,
  whenAbsent: "absent-folder" | "absent-file" | undefined,
  roots: readonly string[],
  links: ProtectedLink[],
): Mount[] {
  const kind = kindOf(path);
  if (kind === undefined) return whenAbsent === undefined ? [] : [{ kind: whenAbsent, path }];
  if (kind !== "link") return [{ kind: "read-only", path }];
  links.push({ path, target: readlinkSync(path) });
  const target = realPath(path);
  const isInside = target !== undefined && roots.some((root) => isWithin(root, target) && root !== target);
  return isInside ? [{ kind: "read-only", path: target }] : [];
}

function git(root: string, roots: readonly string[], usesGit: boolean): Mount[] {
  const repository = findRepository(root);
  const own = join(root, ".git");
  if (repository === undefined || repository.link !== own) {
    const isFree = kindOf(own) === undefined;
    // Protect HEAD, so that the root cannot be turned into a git directory, whose configuration git would obey.
    const bare = protect(join(root, "HEAD"), "absent-folder", roots, []);
    const outer = repository && usesGit ? openRepository(repository, roots) : [];
    return [...outer, ...bare, { kind: isFree ? "absent-folder" : "read-only", path: own }];
  }
  return usesGit ? openRepository(repository, roots) : closedRepository(repository);
}

function nestedRepository(link: string, roots: readonly string[], usesGit: boolean): Mount[] {
  const repository = usesGit ? repositoryAt(link) : undefined;
  // A submodule's git directory is inside that of its repository, which is read-only except for git's own files.
  const isOwn = repository && repository.gitDir === link;
  return isOwn ? openRepository(repository, roots) : [{ kind: "read-only", path: link }];
}

/**
 * Makes a file read-only, unless it lies in what is protected or hidden as a whole. The folders around it become mounts
 * of their own, so that none of them can be renamed and made anew with another file.
 */
function startedFile(path: string, roots: readonly string[], planned: readonly Mount[]): Mount[] {
  const real = realPath(path);
  const root = real === undefined ? undefined : roots.find((each) => isWithin(each, real));
  if (real === undefined || root === undefined) return [];
  if (planned.some((mount) => mount.kind !== "writable" && isWithin(mount.path, real))) return [];
  const mounts: Mount[] = [{ kind: "read-only", path: real }];
  for (let folder = dirname(real); isWithin(root, folder) && folder !== root; folder = dirname(folder))
    mounts.push({ kind: "writable", path: folder });
  return mounts;
}

function secretPaths({ home, agentDir, hidden }: PlanSources): string[] {
  return [...SECRETS.map((path) => join(home, path)), ...tauSecrets(agentDir), ...hidden];
}

/** Hides a path by its real path, because a link to a secret exposes the secret. */
function hide(path: string): Mount[] {
  const real = realPath(path);
  if (real === undefined) return [];
  return [{ kind: kindOf(real) === "folder" ? "hidden-folder" : "hidden-file", path: real }];
}

function kindOf(path: string): "folder" | "file" | "link" | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return stats.isSymbolicLink() ? "link" : stats.isDirectory() ? "folder" : "file";
}

/** Resolves a path. Most secrets do not exist, and `lstatSync` without throwing is cheaper than an exception. */
function realPath(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) && realpathSync(path);
  } catch {
    return undefined;
  }
}
