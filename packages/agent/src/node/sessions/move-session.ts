import { existsSync, renameSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { SessionError } from "../../session/session-error.ts";
import { artifactDirectory } from "../blobs/artifacts.ts";
import { damagedPath } from "../lines/damaged-lines.ts";
import { storageError } from "../log/storage-error.ts";
import { acquireWriterLock } from "../log/writer-lock.ts";
import { makeFolder } from "../make-folder.ts";

/** Moves a session and the files beside it to another folder, completely or not at all. Returns the new path. */
export function moveSession(path: string, folder: string): string {
  const from = resolve(path);
  const to = join(resolve(folder), basename(from));
  if (from === to) return to;
  const lock = acquireWriterLock(from);
  const done: [string, string][] = [];
  try {
    makeFolder(resolve(folder), 0o700);
    for (const [source, target] of [
      [from, to],
      [artifactDirectory(from), artifactDirectory(to)],
      [damagedPath(from), damagedPath(to)],
    ] as const) {
      if (source !== from && !existsSync(source)) continue;
      if (existsSync(target))
        throw new SessionError("io", `${target} is there already; the session stays where it is.`);
      renameSync(source, target);
      done.push([source, target]);
    }
    return to;
  } catch (error) {
    for (const [source, target] of done.reverse()) renameSync(target, source);
    throw storageError(error, `move session ${basename(from)} to ${folder}`);
  } finally {
    lock.release();
  }
}
