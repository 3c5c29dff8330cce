import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { artifactDirectory } from "../blobs/artifacts.ts";
import { damagedPath } from "../lines/damaged-lines.ts";
import { readSessionHeader } from "../log/read-header.ts";
import { acquireWriterLock } from "../log/writer-lock.ts";
import { encodeCwd, sessionFileName } from "./session-paths.ts";

export interface RemoveSessionOptions {
  /** Removes a file or folder in another way, such as into the desktop's trash. If it returns false, the file is deleted. */
  readonly discard?: (path: string) => Promise<boolean>;
}

/**
 * Deletes a session and the files beside it. Keeps images, because another session may refer to them. Throws `SessionError` with code
 * `locked` if another process writes the session.
 */
export async function removeSession(path: string, { discard }: RemoveSessionOptions = {}): Promise<void> {
  const lock = acquireWriterLock(path);
  try {
    // Delete the log last: while it exists, a failed deletion can be repeated.
    for (const part of [artifactDirectory(path), damagedPath(path), ...besideDraft(path), path]) {
      if (existsSync(part) && !(await discard?.(part))) await rm(part, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

/** Returns the folders of a draft's files, which lie where its session would be: in the project's folder or above the folder of drafts. */
function besideDraft(path: string): string[] {
  const folder = dirname(path);
  const header = basename(folder) === "drafts" ? readSessionHeader(path) : undefined;
  const name = header && sessionFileName(header);
  // A header is untrusted: its name must not lead to another place on the disk.
  if (!header || !name || basename(name) !== name) return [];
  const parent = dirname(folder);
  const places = [join(parent, encodeCwd(header.cwd), name), join(parent, name)];
  return places.filter((place) => !existsSync(place)).map(artifactDirectory);
}
