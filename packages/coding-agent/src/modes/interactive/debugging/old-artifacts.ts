import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const DAY_MS = 24 * 3600 * 1000;

/** Returns the folders with long outputs of sessions that nothing has changed for so many days. */
export async function oldArtifactFolders(agentDir: string, days: number, now = Date.now()): Promise<string[]> {
  const root = join(agentDir, "sessions");
  const found: string[] = [];
  for (const project of await foldersIn(root))
    for (const folder of await foldersIn(project))
      if ((await lastChange(folder)) < now - days * DAY_MS) found.push(folder);
  return found;
}

/** Removes the outputs, and keeps the logs of child sessions. */
export async function removeArtifacts(folders: readonly string[]): Promise<number> {
  let removed = 0;
  for (const folder of folders)
    for (const name of await readdir(folder)) {
      if (!/^\d+\..+\.log$/.test(name)) continue;
      await rm(join(folder, name), { force: true });
      removed++;
    }
  return removed;
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

/** Of an output; folders without any are never old. */
async function lastChange(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d+\..+\.log$/.test(name));
  if (names.length === 0) return Number.POSITIVE_INFINITY;
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return Math.max(...times);
}
