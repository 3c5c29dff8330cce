import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isObject, parseJson } from "../json-file/index.ts";
import { withLock } from "../lock/index.ts";
import { readEnvironment, runGit } from "./git.ts";
import { SNAPSHOT_ENTRY, snapshotOf } from "./run-history.ts";
import { storesFolder } from "./store.ts";

/** Assumed maximum duration of a session that exists only in memory. */
const UNSAVED_MS = 24 * 60 * 60 * 1000;

/** The sessions that remain. */
interface KeptSessions {
  readonly isThere: (sessionId: string) => boolean;
  /** Logs of forks: they name snapshots that the session they were copied from made. */
  readonly forks?: readonly string[] | undefined;
}

/** Deletes the snapshots of sessions that no longer exist and packs the rest. Resolves to the number of deleted sessions. */
export async function collectSnapshots(agentDir: string, { isThere, forks = [] }: KeptSessions): Promise<number> {
  const stores = storesFolder(agentDir);
  if (!existsSync(stores)) return 0;
  const needed = new Set<string>();
  for (const fork of forks) await addTrees(fork, needed);
  let count = 0;
  for (const name of readdirSync(stores)) {
    const gitDir = join(stores, name);
    if (existsSync(join(gitDir, "HEAD")))
      count += await withLock(join(gitDir, "tau.lock"), () => collectStore(gitDir, isThere, needed));
  }
  return count;
}

/** Adds the trees that a log names. */
async function addTrees(log: string, trees: Set<string>): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(log), crlfDelay: Number.POSITIVE_INFINITY })) {
    const parsed = line.includes(SNAPSHOT_ENTRY) ? parseJson(line) : undefined;
    const snapshot = parsed?.ok ? snapshotOf(parsed.value) : undefined;
    for (const tree of Object.values(snapshot?.trees ?? {})) trees.add(tree);
  }
}

async function collectStore(
  gitDir: string,
  isThere: KeptSessions["isThere"],
  needed: ReadonlySet<string>,
): Promise<number> {
  const sessions = join(gitDir, "sessions");
  const all = existsSync(sessions) ? readdirSync(sessions) : [];
  const gone = all
    .filter((name) => !isKept(join(sessions, name), isThere))
    .filter((name) => !releaseTrees(join(gitDir, "refs/tau", name), needed));
  for (const name of gone) rmSync(join(sessions, name), { force: true });
  if (gone.length === all.length && !existsSync(join(gitDir, "restore.json"))) empty(gitDir);
  else if (gone.length > 0) await pack(gitDir);
  return gone.length;
}

/** Deletes the refs of a session, except those that are needed. Returns whether there are such. */
function releaseTrees(refs: string, needed: ReadonlySet<string>): boolean {
  const all = existsSync(refs) ? readdirSync(refs) : [];
  const released = all.filter((tree) => !needed.has(tree));
  for (const tree of released) rmSync(join(refs, tree), { force: true });
  if (released.length < all.length) return true;
  rmSync(refs, { recursive: true, force: true });
  return false;
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
  const env = readEnvironment({ gitDir, workTree: gitDir, index: join(gitDir, "index") });
  // Git keeps what one index names. Those of nested repositories are made anew when they are needed.
  for (const name of readdirSync(gitDir).filter((each) => each.startsWith("index-"))) rmSync(join(gitDir, name));
  await runGit(["repack", "-a", "-d", "-l", "-q"], { cwd: gitDir, env });
  await runGit(["prune", "--expire=1.hour.ago"], { cwd: gitDir, env });
}
