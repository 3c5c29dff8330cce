import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isObject, parseJson } from "../json-file/index.ts";
import { withLock } from "../lock/index.ts";
import { runGit, storeEnvironment } from "./git.ts";
import { storesFolder } from "./store.ts";

/** Assumed maximum duration of a session that exists only in memory. */
const UNSAVED_MS = 24 * 60 * 60 * 1000;

/** Deletes the snapshots of sessions that no longer exist and packs the rest. Resolves to the number of deleted sessions. */
export async function collectSnapshots(agentDir: string, isThere: (sessionId: string) => boolean): Promise<number> {
  const stores = storesFolder(agentDir);
  if (!existsSync(stores)) return 0;
  let count = 0;
  for (const name of readdirSync(stores)) {
    const gitDir = join(stores, name);
    if (existsSync(join(gitDir, "HEAD")))
      count += await withLock(join(gitDir, "tau.lock"), () => collectStore(gitDir, isThere));
  }
  return count;
}

async function collectStore(gitDir: string, isThere: (sessionId: string) => boolean): Promise<number> {
  const sessions = join(gitDir, "sessions");
  const all = existsSync(sessions) ? readdirSync(sessions) : [];
  const gone = all.filter((name) => !isKept(join(sessions, name), isThere));
  for (const name of gone) {
    rmSync(join(gitDir, "refs/tau", name), { recursive: true, force: true });
    rmSync(join(sessions, name), { force: true });
  }
  if (gone.length === all.length && !existsSync(join(gitDir, "restore.json"))) empty(gitDir);
  else if (gone.length > 0) await pack(gitDir);
  return gone.length;
}

function isKept(file: string, isThere: (sessionId: string) => boolean): boolean {
  const parsed = parseJson(readFileSync(file, "utf8"));
  if (!parsed.ok || !isObject(parsed.value)) return false;
  const { id, file: log } = parsed.value;
  if (typeof id === "string" && isThere(id)) return true;
  return typeof log === "string" ? existsSync(log) : Date.now() - statSync(file).mtimeMs < UNSAVED_MS;
}

/** Deletes everything except the lock, which is held. */
function empty(gitDir: string): void {
  for (const name of readdirSync(gitDir))
    if (!name.startsWith("tau.lock")) rmSync(join(gitDir, name), { recursive: true, force: true });
}

/** Packs only our own objects; those of the user's repository stay there. */
async function pack(gitDir: string): Promise<void> {
  const env = storeEnvironment({ gitDir, workTree: gitDir, index: join(gitDir, "index") });
  await runGit(["repack", "-a", "-d", "-l", "-q"], { cwd: gitDir, env });
  await runGit(["prune", "--expire=1.hour.ago"], { cwd: gitDir, env });
}
