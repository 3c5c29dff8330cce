import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { artifactDirectory } from "./artifacts.ts";
import { damagedPath } from "./damaged-lines.ts";
import { readSessionHeader } from "./read-header.ts";
import { encodeCwd, sessionFileName } from "./session-paths.ts";
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
    for (const part of [artifactDirectory(path), damagedPath(path), ...besideDraft(path), path]) {
      if (existsSync(part) && !(await discard?.(part))) await rm(part, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

/** What belongs to a draft lies where its session would be: in the folder of the project, or above the folder of drafts. */
function besideDraft(path: string): string[] {
  const folder = dirname(path);
  const header = basename(folder) === "drafts" ? readSessionHeader(path) : undefined;
  const name = header && sessionFileName(header);
  // A header may say anything, also where else on the disk its file should be.
  if (!header || !name || basename(name) !== name) return [];
  const parent = dirname(folder);
  const places = [join(parent, encodeCwd(header.cwd), name), join(parent, name)];
  return places.filter((place) => !existsSync(place)).map(artifactDirectory);
}
