import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { realPath } from "@tau/agent/node";
import { readFile } from "../../json-file/index.ts";
import { type DiscoveryScope, type LocatedPlace, locate, projectFolders } from "../discovery/index.ts";
import type { ResourceDiagnostic } from "../source-info.ts";

/** Instructions that hold in a folder and below it. */
export interface ContextFile {
  path: string;
  content: string;
}

export interface LoadedContext {
  readonly items: readonly ContextFile[];
  readonly diagnostics: readonly ResourceDiagnostic[];
}

/** In each folder the first of these counts. */
const NAMES = ["AGENTS.override.md", "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"];

/**
 * The user's own file first, then those of every folder from the top to the working directory, so that the nearest is
 * read last. They are text for the model and need no trust, unless they are links that lead out of the project.
 */
export function loadContextFiles(scope: DiscoveryScope): LoadedContext {
  const diagnostics: ResourceDiagnostic[] = [];
  const read = (path: string) => readContext(path, diagnostics);
  const isAllowed = (path: string) => scope.projectTrusted || !leadsOut(path, scope);
  const own = firstIn(scope.agentDir, read);
  const folders = folderChain(scope.cwd).flatMap((folder) => firstIn(folder, read, isAllowed) ?? []);
  const found = [...(own ? [own] : []), ...foreignFiles(scope, read, isAllowed), ...folders];
  const seen = new Set<string>();
  return { items: found.filter(({ path }) => !seen.has(path) && seen.add(path)), diagnostics };
}

export function loadProjectContextFiles({ cwd, agentDir }: Pick<DiscoveryScope, "cwd" | "agentDir">): ContextFile[] {
  const read = (path: string) => readContext(path);
  const own = firstIn(agentDir, read);
  const folders = folderChain(cwd).flatMap((folder) => firstIn(folder, read) ?? []);
  return [...(own ? [own] : []), ...folders.filter(({ path }) => path !== own?.path)];
}

/** Context files that are links to somewhere outside the project: what a model is told there is not the project's to choose. */
export function findLinkedContext(scope: DiscoveryScope): string[] {
  const named = projectFolders(scope.cwd, scope.home).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const foreign = locate("context", scope).filter(isOfProject);
  return [...named, ...foreign.map(({ path }) => path)].filter((path) => existsSync(path) && leadsOut(path, scope));
}

type Read = (path: string) => ContextFile | undefined;

function firstIn(
  folder: string,
  read: Read,
  isAllowed: (path: string) => boolean = () => true,
): ContextFile | undefined {
  for (const name of NAMES) {
    const file = read(join(folder, name));
    if (file && isAllowed(file.path)) return file;
  }
  return undefined;
}

function folderChain(cwd: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) folders.unshift(dirname(folder));
  return folders;
}

/** Files of other programs. Several of them keep the same text under their own names: one copy is enough. */
function foreignFiles(scope: DiscoveryScope, read: Read, isAllowed: (path: string) => boolean): ContextFile[] {
  const texts = new Set<string>();
  return locate("context", scope).flatMap((place) => {
    const file = read(place.path);
    if (!file || texts.has(file.content) || (isOfProject(place) && !isAllowed(file.path))) return [];
    texts.add(file.content);
    return [file];
  });
}

function isOfProject({ level }: LocatedPlace): boolean {
  return level === "project";
}

/** Out of the repository, or of the folder the working directory is. What lies above them is not the project's and is left alone. */
function leadsOut(path: string, { cwd, home }: DiscoveryScope): boolean {
  const root = projectFolders(cwd, home).findLast((folder) => existsSync(join(folder, ".git"))) ?? cwd;
  if (!isBelow(path, root)) return false;
  return !isBelow(realPath(path), realPath(root));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function readContext(path: string, diagnostics?: ResourceDiagnostic[]): ContextFile | undefined {
  const { text, diagnostics: problems } = readFile(path);
  diagnostics?.push(...problems);
  return text?.trim() ? { path, content: text } : undefined;
}
