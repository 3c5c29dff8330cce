import { dirname, join } from "node:path";
import { readFile } from "../../json-file/index.ts";
import { type DiscoveryScope, locate } from "../discovery/index.ts";

/** Instructions that hold in a folder and below it. */
export interface ContextFile {
  path: string;
  content: string;
}

/** In each folder the first of these counts. */
const NAMES = ["AGENTS.override.md", "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"];

/**
 * The user's own file first, then those of every folder from the top to the working directory, so that the nearest is
 * read last. They are text for the model and need no trust.
 */
export function loadContextFiles(scope: DiscoveryScope): ContextFile[] {
  const own = firstIn(scope.agentDir);
  const found = [...(own ? [own] : []), ...foreignFiles(scope), ...folderFiles(scope.cwd)];
  const seen = new Set<string>();
  return found.filter(({ path }) => !seen.has(path) && seen.add(path));
}

export function loadProjectContextFiles({ cwd, agentDir }: Pick<DiscoveryScope, "cwd" | "agentDir">): ContextFile[] {
  const own = firstIn(agentDir);
  return [...(own ? [own] : []), ...folderFiles(cwd).filter(({ path }) => path !== own?.path)];
}

function folderFiles(cwd: string): ContextFile[] {
  const folders = [cwd];
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) folders.unshift(dirname(folder));
  return folders.flatMap((folder) => firstIn(folder) ?? []);
}

function firstIn(folder: string): ContextFile | undefined {
  for (const name of NAMES) {
    const file = read(join(folder, name));
    if (file) return file;
  }
  return undefined;
}

/** Files of other programs. Several of them keep the same text under their own names: one copy is enough. */
function foreignFiles(scope: DiscoveryScope): ContextFile[] {
  const texts = new Set<string>();
  return locate("context", scope).flatMap(({ path }) => {
    const file = read(path);
    if (!file || texts.has(file.content)) return [];
    texts.add(file.content);
    return [file];
  });
}

function read(path: string): ContextFile | undefined {
  const { text } = readFile(path);
  return text?.trim() ? { path, content: text } : undefined;
}
