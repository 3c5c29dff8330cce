import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";

/** Other names of the programs with which pi searches, on systems where the usual ones were taken. */
const PROGRAMS = { rg: ["rg"], fd: ["fd", "fdfind"] } as const;

/** Makes a folder with the search programs of this machine, under the names that pi looks for; tells which there are not. */
export async function linkSearchPrograms(scratch: string): Promise<{ bin: string; missing: readonly string[] }> {
  const bin = join(scratch, "bin");
  await mkdir(bin);
  const missing: string[] = [];
  const folders = (process.env.PATH ?? "").split(":");
  for (const [name, others] of Object.entries(PROGRAMS)) {
    const found = others.flatMap((other) => folders.map((folder) => join(folder, other))).find(existsSync);
    if (found) await symlink(found, join(bin, name));
    else missing.push(name);
  }
  return { bin, missing };
}
