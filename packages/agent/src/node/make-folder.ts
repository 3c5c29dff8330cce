import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, storageError } from "./storage-error.ts";

/** Makes a folder, and those above it that are missing, for the user alone. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = errorCode(error) === "ENOENT" ? reasonAt(folder) : undefined;
    throw storageError(reason ?? error, `make the folder ${folder}`);
  }
}

/** Of a whole path that cannot be made it is said that it is missing; the first folder of it tells why, as on a disk that is read-only. */
function reasonAt(folder: string): unknown {
  let first = folder;
  while (!existsSync(dirname(first))) first = dirname(first);
  try {
    mkdirSync(first, { mode: 0o700 });
    return undefined;
  } catch (error) {
    return error;
  }
}
