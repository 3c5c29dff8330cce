import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { BackgroundSearch } from "../files/background-search.ts";

const MAX_DEPTH = 3;
const MAX_FOLDERS = 2000;
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git", "__pycache__", "target", ".venv"]);

const searches = new BackgroundSearch();

/**
 * Resolves to the `.git` of repositories and submodules below a folder, three levels deep. The first search is awaited;
 * later ones run in the background.
 */
export async function nestedRepositories(root: string): Promise<readonly string[]> {
  return await searches.find(root, () => search(root));
}

async function search(root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  let level = [root];
  for (let depth = 0, seen = 0; depth <= MAX_DEPTH && seen < MAX_FOLDERS; depth++) {
    const entered = level.slice(0, MAX_FOLDERS - seen);
    seen += entered.length;
    level = [];
    for (const folder of entered) {
      const { hasRepository, folders } = await lookInto(folder);
      if (hasRepository && folder !== root) paths.push(join(folder, ".git"));
      level.push(...folders);
    }
  }
  return paths;
}

/** Lists a folder. A folder that is unreadable or was removed counts as empty. */
async function lookInto(folder: string): Promise<{ readonly hasRepository: boolean; readonly folders: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name));
  return {
    hasRepository: entries.some(({ name }) => name === ".git"),
    folders: folders.map(({ name }) => join(folder, name)),
  };
}
