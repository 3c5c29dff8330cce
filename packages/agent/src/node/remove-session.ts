import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { artifactDirectory } from "./artifacts.ts";
import { damagedPath } from "./damaged-lines.ts";
import { acquireWriterLock } from "./writer-lock.ts";

export interface RemoveSessionOptions {
  /** Takes a file or folder away in another manner, such as into the desktop's trash. What it does not take is deleted. */
  readonly discard?: (path: string) => Promise<boolean>;
}

/**
 * Deletes a session and what lies beside it. Images stay: another session may show the same ones. One that another process writes is
 * left as it is, with a `SessionError` of the code `locked`.
 */
export async function removeSession(path: string, { discard }: RemoveSessionOptions = {}): Promise<void> {
  const lock = acquireWriterLock(path);
  try {
    // The log goes last: as long as it is there the rest can be found and deleted again.
    for (const part of [artifactDirectory(path), damagedPath(path), path]) {
      if (existsSync(part) && !(await discard?.(part))) await rm(part, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}
