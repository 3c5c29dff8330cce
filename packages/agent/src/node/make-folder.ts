import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorCode } from "./error-code.ts";
import { ifPossible } from "./storage-error.ts";

/**
 * Makes a folder and those above it that are missing. Node's own recursive way goes round in circles, and never ends, where
 * the system says that a folder is missing although it is there: below `/proc`, among others. This one fails.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const folder = resolve(path);
  for (let attempt = 1; ; attempt++) {
    const missing = makeHighest(folder, mode);
    if (missing.every((below) => make(below, mode))) return;
    // Somebody may take folders away while they are made; nobody does so for long.
    if (attempt >= ATTEMPTS) throw notPossible(folder);
  }
}

const ATTEMPTS = 5;

/** Goes up to a folder that exists or can be made. Returns what is still missing below it, from there down. */
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

/** False where the system says that the folder above is missing. */
function make(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    // Some systems refuse what is there already for another reason than that: a root, or a disk that is read-only.
    if (ifPossible(() => statSync(folder))?.isDirectory()) return true;
    throw error;
  }
}

/** Has a code of its own: a missing folder is passed over by many, and this one cannot be made up for. */
function notPossible(folder: string): Error {
  const reason = `ENOTSUP: the system takes no folder here, mkdir '${folder}'`;
  return Object.assign(new Error(reason), { code: "ENOTSUP", syscall: "mkdir", path: folder });
}
