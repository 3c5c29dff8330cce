import { existsSync, mkdirSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { getAgentDir, getCacheDir } from "../core/paths/index.ts";

/**
 * Keeps compiled code in Tau's home, so that the next start does not compile again. A home that does not exist is not
 * made for it, and one that cannot be written to costs nothing but time. The folders are made here, one by one: Node's
 * own attempt may go round in circles where none can be made.
 */
export function useCompileCache(home = getAgentDir()): void {
  if (!existsSync(home)) return;
  const cache = getCacheDir(home);
  const directory = join(cache, "compile");
  try {
    for (const folder of [cache, directory]) if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  } catch {
    return;
  }
  enableCompileCache(directory);
}

/** Time enough for a first question: what draws its answer is compiled by then too. */
const SETTLED_MS = 5000;

/**
 * Keeps what has been compiled some time after the start: a program that is killed later has kept it, and the runtime has
 * not yet thrown away the code that ran at the start only. Without effect where nothing new was compiled.
 */
export function keepCompiledSoon(delayMs = SETTLED_MS): void {
  setTimeout(flushCompileCache, delayMs).unref();
}
