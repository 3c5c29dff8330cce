import { tmpdir } from "node:os";
import { join } from "node:path";
import { isWriteRefused } from "@tau/agent/error-code";

/**
 * Keeps the processes of one user, such as a session and its workers, from changing a file at the same time. Where no lock can be
 * made at all (a read-only or full temp folder), the mutation goes on without one: failing would help nobody.
 */
export async function withMutationLock<T>(identity: string, mutate: () => Promise<T>): Promise<T> {
  const { tryLock, withLock } = await import("../lock/index.ts");
  const path = lockPath(identity);
  const lock = attempt(() => tryLock(path));
  if (lock === "impossible") return await mutate();
  if (!lock) return await withLock(path, mutate, { timeoutMs: MAX_WAIT_MS });
  try {
    return await mutate();
  } finally {
    lock.release();
  }
}

const MAX_WAIT_MS = 60_000;

function lockPath(identity: string): string {
  const folder = process.env.XDG_RUNTIME_DIR || tmpdir();
  return join(folder, `tau-locks-${process.getuid?.() ?? "user"}`, shorten(identity));
}

/** A name of fixed length. Two files that share one wait for each other without need, and that is all. */
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
    if (isWriteRefused(error)) return "impossible";
    throw error;
  }
}
