import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";

/** Reads a file, and refuses what only looks like one: a pipe nobody writes to would be waited for without end, a device has no end. */
export async function readOrdinaryFile(path: string): Promise<Buffer> {
  checkOrdinary(await stat(path), path);
  return await readFile(path);
}

/** A folder passes: the system's own error says what it is. */
export function checkOrdinary(stats: Stats, path: string): void {
  if (stats.isFile() || stats.isDirectory()) return;
  throw Object.assign(new Error(`Not an ordinary file: ${path}`), { code: NOT_ORDINARY });
}

export const NOT_ORDINARY = "ENOTFILE";
