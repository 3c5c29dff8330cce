import { lstatSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode, isWriteRefused } from "@tau/agent/error-code";
import { makeFolder } from "@tau/agent/make-folder";
import { tryLock, withLock } from "../lock/index.ts";
import { getAgentDir } from "../paths/index.ts";
import { restoreInterrupted } from "./overwrite-in-place.ts";
import { sweepTemporaryFiles } from "./temporary-files.ts";

/**
 * Keeps the processes of one user, such as a session and its workers, from changing a file at the same time. If no lock
 * can be made at all (every candidate folder is read-only or full), the mutation runs without one.
 */
export async function withMutationLock<T>(identity: string, mutate: () => Promise<T>): Promise<T> {
  const run = async () => {
    restoreInterrupted(identity);
    await sweepTemporaryFiles(getAgentDir());
    return await mutate();
  };
  const folder = lockFolder();
  if (folder === undefined) return await run();
  const path = join(folder, shorten(identity));
  const lock = attempt(() => tryLock(path));
  if (lock === "impossible") return await run();
  if (!lock) return await withLock(path, run, { timeoutMs: MAX_WAIT_MS });
  try {
    return await run();
  } finally {
    lock.release();
  }
}

const MAX_WAIT_MS = 60_000;

/**
 * Returns a folder for locks that no other user can read, write or have created. The first two candidates are the same
 * for all processes of the user. Where another user created them first, Tau's home is used.
 */
export function lockFolder(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const name = `tau-locks-${process.getuid?.() ?? "user"}`;
  const places = [env.XDG_RUNTIME_DIR, tmpdir()].filter((place) => place !== undefined && place !== "");
  const candidates = [...places.map((place) => join(place as string, name)), join(getAgentDir(env), "locks")];
  return candidates.find((folder) => attempt(() => makeFolder(folder, 0o700)) !== "impossible" && isPrivate(folder));
}

function isPrivate(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return false;
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
}

/** Hashes an identity to a name of fixed length. On a collision, two files only wait for each other needlessly. */
function shorten(identity: string): string {
  let [high, low] = [0x811c9dc5, 0x01000193];
  for (const byte of Buffer.from(identity)) {
    high = Math.imul(high ^ byte, 0x01000193);
    low = Math.imul(low ^ byte, 0x85ebca6b);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

function attempt<T>(take: () => T): T | "impossible" {
  try {
    return take();
  } catch (error) {
    if (isWriteRefused(error) || CANNOT_BE_A_FOLDER.has(errorCode(error) ?? "")) return "impossible";
    throw error;
  }
}

const CANNOT_BE_A_FOLDER: ReadonlySet<string> = new Set(["EEXIST", "ELOOP", "ENOTSUP"]);
