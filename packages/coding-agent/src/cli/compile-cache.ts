import { existsSync, mkdirSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { getAgentDir, getCacheDir } from "../core/paths/index.ts";

/**
 * Keeps compiled code in Tau's home, so that the next start does not compile it again. Does not create the home, and ignores one that it
 * cannot write to. Creates the folders itself, one by one, because Node's own attempt may loop forever if it cannot create them.
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

/** Long enough for a first answer, so that the modules that draw it are loaded. */
const SETTLED_MS = 5000;

/**
 * Saves the compiled modules some time after the start: a program that is killed later has then saved them. Does nothing if nothing new
 * was compiled. Of a module, Node keeps only what is compiled before it runs; what every start runs is kept by `run-script.ts`.
 */
export function keepCompiledSoon(delayMs = SETTLED_MS): void {
  setTimeout(flushCompileCache, delayMs).unref();
}
