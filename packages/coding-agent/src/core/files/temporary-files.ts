import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const TEMPORARY = /^\.tau-[0-9a-f]{16}\.tmp$/;
/** Older temporary files are abandoned: no write takes an hour. */
const ABANDONED_MS = 60 * 60 * 1000;
const swept = new Set<string>();

/** Removes temporary files that killed writers left in the folder; once per folder and process. */
export async function sweepTemporaryFiles(folder: string): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => TEMPORARY.test(each))) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    const isAbandoned = stats?.isFile() && Date.now() - stats.mtimeMs > ABANDONED_MS;
    // A file that cannot be removed stays, because the write itself matters more.
    if (isAbandoned) await rm(path, { force: true }).catch(() => undefined);
  }
}
