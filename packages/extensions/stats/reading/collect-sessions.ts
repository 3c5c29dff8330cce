import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SessionStats } from "../stats.ts";
import { scanSession } from "./scan-session.ts";
import { type CachedScan, StatsCache } from "./stats-cache.ts";

export interface CollectOptions {
  readonly agentDir: string;
  /** Where sessions are kept if not below `agentDir`. */
  readonly sessionDir?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Collected {
  readonly sessions: readonly SessionStats[];
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

const PARALLEL = 8;

/** Reads all session files. Those that have not changed since the last time come from the cache. */
export async function collectSessions(options: CollectOptions): Promise<Collected> {
  const { agentDir, sessionDir, signal } = options;
  const files = await sessionFiles(sessionDir ?? join(agentDir, "sessions"));
  const cache = StatsCache.open(join(agentDir, "cache", "stats.sqlite"));
  try {
    const read = new Map<string, CachedScan>();
    const sessions: SessionStats[] = [];
    const problems: { path: string; reason: string }[] = [];
    let done = 0;
    const queue = files.values();
    const work = async () => {
      for (const path of queue) {
        signal?.throwIfAborted();
        try {
          const { stats, fresh } = await statsOf(path, cache);
          if (fresh) read.set(path, fresh);
          sessions.push(stats);
          if (stats.brokenLines > 0) problems.push({ path, reason: brokenText(stats.brokenLines) });
        } catch (error) {
          problems.push({ path, reason: error instanceof Error ? error.message : String(error) });
        }
        options.onProgress?.(++done, files.length);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    cache.batch(() => {
      for (const [path, scan] of read) cache.set(path, scan);
    });
    return { sessions, problems: problems.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  } finally {
    cache.close();
  }
}

async function statsOf(path: string, cache: StatsCache): Promise<{ stats: SessionStats; fresh?: CachedScan }> {
  const found = await stat(path);
  // Opening a pipe would block until another process writes into it.
  if (!found.isFile()) throw new Error("It is not a file.");
  const { size, mtimeMs: changed } = found;
  const known = cache.get(path);
  if (known?.size === size && known.changed === changed) return { stats: known.state.stats };
  const state = await scanSession(path, known?.state);
  return { stats: state.stats, fresh: { size, changed, state } };
}

/** Returns the session files of every project. Logs of child sessions lie deeper; their use is part of the parent's log. */
async function sessionFiles(root: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await entriesOf(root)) {
    const path = join(root, entry.name);
    if (entry.name.endsWith(".jsonl")) files.push(path);
    else if (entry.name.startsWith("--") && (await lstat(path)).isDirectory())
      for (const { name } of await entriesOf(path)) if (name.endsWith(".jsonl")) files.push(join(path, name));
  }
  return files.sort();
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // Before the first session there is no folder.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function brokenText(count: number): string {
  return count === 1 ? "1 line cannot be read." : `${count} lines cannot be read.`;
}
