import { rm } from "node:fs/promises";
import { artifactDirectory } from "./artifacts.ts";
import { damagedPath } from "./damaged-lines.ts";
import { acquireWriterLock } from "./writer-lock.ts";

/**
 * Deletes a session and what lies beside it. Images stay: another session may show the same ones. One that another process writes is
 * left as it is, with a `SessionError` of the code `locked`.
 */
export async function removeSession(path: string): Promise<void> {
  const lock = acquireWriterLock(path);
  try {
    await rm(artifactDirectory(path), { recursive: true, force: true });
    await rm(damagedPath(path), { force: true });
    // The log goes last: as long as it is there the rest can be found and deleted again.
    await rm(path, { force: true });
  } finally {
    lock.release();
  }
}
