import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { uniqueName } from "../../core/files/unique-name.ts";

/**
 * Creates a file or folder under a temporary name and renames it when complete. A partial one would look like the user's own at the next
 * import.
 */
export async function putInPlace(target: string, make: (path: string) => Promise<void>): Promise<void> {
  makeFolder(dirname(target), 0o700);
  const beside = `${target}.${uniqueName()}.tmp`;
  try {
    await make(beside);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    throw error;
  }
}
