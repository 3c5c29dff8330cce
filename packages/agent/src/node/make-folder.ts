import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorCode } from "./error-code.ts";
import { ifPossible } from "./log/storage-error.ts";

/**
 * Creates a folder and its missing parents. Node's own recursive `mkdir` never returns where the system reports an existing folder as
 * missing, for example below `/proc`. This function fails there.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const folder = resolve(path);
  for (let attempt = 1; ; attempt++) {
    const missing = makeHighest(folder, mode);
    if (missing.every((below) => make(below, mode))) return;
    // Another program may delete folders meanwhile, but not for long.
    if (attempt >= ATTEMPTS) throw notPossible(folder);
  }
}

const ATTEMPTS = 5;

/** Walks up to a folder that exists or can be created. Returns the folders still missing below it, from the top down. */
function makeHighest(folder: string, mode: number): string[] {
  const missing: string[] = [];
  let highest = folder;
  while (!make(highest, mode)) {
    missing.unshift(highest);
    if (dirname(highest) === highest) throw notPossible(folder);
    highest = dirname(highest);
  }
  return missing;
}

/** Returns false if the system reports the parent folder as missing. */
function make(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    // For an existing folder some systems report another error than EEXIST, for example for a root or on a read-only disk.
    if (ifPossible(() => statSync(folder))?.isDirectory()) return true;
    throw error;
  }
}

/** Uses a distinct code, because many callers ignore a missing folder and this error must not be ignored. */
function notPossible(folder: string): Error {
  const reason = `ENOTSUP: the system takes no folder here, mkdir '${folder}'`;
  return Object.assign(new Error(reason), { code: "ENOTSUP", syscall: "mkdir", path: folder });
}
