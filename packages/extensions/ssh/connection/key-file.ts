import { stat } from "node:fs/promises";
import type { Destination } from "./destination.ts";
import { SshError } from "./ssh-error.ts";

/** Throws if the key of a host is missing, is not a file, or can be read by other users: ssh would silently try others instead. */
export async function checkKey({ name, keyPath }: Destination): Promise<void> {
  if (keyPath === undefined) return;
  const found = await stat(keyPath).catch((cause: NodeJS.ErrnoException) => {
    throw badKey(name, keyPath, cause.code === "ENOENT" ? "does not exist" : `cannot be read (${cause.code})`, cause);
  });
  if (!found.isFile()) throw badKey(name, keyPath, "is not a file");
  const mode = found.mode & 0o777;
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw badKey(name, keyPath, `has the mode ${mode.toString(8)}, so other users can read it. Run chmod 600 on it`);
}

function badKey(name: string, keyPath: string, what: string, cause?: unknown): SshError {
  return new SshError("bad-key", `The key of the ssh host ${name}, ${keyPath}, ${what}.`, { cause });
}
