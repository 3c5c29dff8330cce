import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { realPath } from "@tau/agent/node";
import { readFile } from "../../json-file/index.ts";
import { type DiscoveryScope, type LocatedPlace, locate, projectFolders } from "../discovery/index.ts";
import type { ResourceDiagnostic } from "../source-info.ts";

/** Instructions that apply to a folder and everything below it. */
export interface ContextFile {
  path: string;
  content: string;
}

export interface LoadedContext {
  readonly items: readonly ContextFile[];
  readonly diagnostics: readonly ResourceDiagnostic[];
}

/** The first of these that exists in a folder counts. */
const NAMES = ["AGENTS.override.md", "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"];

/**
 * Loads the user's own file first, then those of every folder from the top down to the working directory, so that the
 * nearest is read last. They are text for the model and need no trust, unless they are links that lead out of their
 * folder or belong to another user.
 */
export function loadContextFiles(scope: DiscoveryScope): LoadedContext {
  const diagnostics: ResourceDiagnostic[] = [];
  const read = (path: string) => readContext(path, diagnostics);
  const isForeign = scope.projectTrusted ? () => false : foreignCheck(scope);
  const isAllowed = (path: string) => !isForeign(path);
  const own = firstIn(scope.agentDir, read);
  const folders = folderChain(scope.cwd).flatMap((folder) => firstIn(folder, read, isAllowed) ?? []);
  const found = [...(own ? [own] : []), ...foreignFiles(scope, read, isAllowed, own), ...folders];
  const seen = new Set<string>();
  return { items: found.filter(({ path }) => !seen.has(path) && seen.add(path)), diagnostics };
}

export function loadProjectContextFiles({ cwd, agentDir }: Pick<DiscoveryScope, "cwd" | "agentDir">): ContextFile[] {
  const read = (path: string) => readContext(path);
  const own = firstIn(agentDir, read);
  const folders = folderChain(cwd).flatMap((folder) => firstIn(folder, read) ?? []);
  return [...(own ? [own] : []), ...folders.filter(({ path }) => path !== own?.path)];
}

/**
 * Returns context files that do not belong to the folder: links to other places and files of another user. The model
 * may read them only if the project is trusted.
 */
export function findForeignContext(scope: DiscoveryScope): string[] {
  const named = folderChain(scope.cwd).flatMap(namedIn);
  const others = locate("context", scope).filter(isOfProject);
  const isForeign = foreignCheck(scope);
  return [...new Set([...named, ...others.map(({ path }) => path)])].filter(
    (path) => existsSync(path) && isForeign(path),
  );
}

/** Returns the paths of the named files in a folder. The folder's own path is normalised only once. */
function namedIn(folder: string): string[] {
  const start = join(folder, sep);
  return NAMES.map((name) => `${start}${name}`);
}

type Read = (path: string) => ContextFile | undefined;

function firstIn(
  folder: string,
  read: Read,
  isAllowed: (path: string) => boolean = () => true,
): ContextFile | undefined {
  for (const path of namedIn(folder)) {
    const file = isAllowed(path) ? read(path) : undefined;
    if (file) return file;
  }
  return undefined;
}

function folderChain(cwd: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) folders.unshift(dirname(folder));
  return folders;
}

/**
 * Loads the files of other programs. Several programs, or the user's own file, may have the same text under different
 * names: only one copy is kept.
 */
function foreignFiles(
  scope: DiscoveryScope,
  read: Read,
  isAllowed: (path: string) => boolean,
  own: ContextFile | undefined,
): ContextFile[] {
  const texts = new Set<string>(own ? [own.content] : []);
  return locate("context", scope).flatMap((place) => {
    const file = isOfProject(place) && !isAllowed(place.path) ? undefined : read(place.path);
    if (!file || texts.has(file.content)) return [];
    texts.add(file.content);
    return [file];
  });
}

function isOfProject({ level }: LocatedPlace): boolean {
  return level === "project";
}

/**
 * Returns a function that tells whether a file is a link that leads out of the repository (or, above the repository,
 * out of its folder), or belongs to another user.
 */
function foreignCheck({ cwd, agentDir, home }: DiscoveryScope): (path: string) => boolean {
  const root = projectFolders(cwd, home).findLast((folder) => existsSync(join(folder, ".git"))) ?? cwd;
  const owners = knownOwners(cwd);
  const isForeign = (path: string) => {
    const link = lstatSync(path, { throwIfNoEntry: false });
    const file = link && statSync(path, { throwIfNoEntry: false });
    if (!link || !file || dirname(path) === agentDir) return false;
    if (!owners.has(link.uid) || !owners.has(file.uid)) return true;
    return !isBelow(realPath(path), realPath(isBelow(path, root) ? root : dirname(path)));
  };
  // A file that cannot be examined cannot be read either; reading it reports the reason.
  return (path) => ifPossible(() => isForeign(path)) ?? false;
}

/** Returns the trusted owners: the user and root. For root, as in a container, also the owner of the working directory. */
function knownOwners(cwd: string): ReadonlySet<number> {
  const user = process.getuid?.() ?? 0;
  const owner = user === 0 ? statSync(cwd, { throwIfNoEntry: false })?.uid : undefined;
  return new Set([0, user, ...(owner === undefined ? [] : [owner])]);
}

function ifPossible<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function readContext(path: string, diagnostics?: ResourceDiagnostic[]): ContextFile | undefined {
  const { text, diagnostics: problems } = readFile(path);
  diagnostics?.push(...problems);
  return text?.trim() ? { path, content: text } : undefined;
}
