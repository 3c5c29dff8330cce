import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { decodePath, diskPath } from "./path-bytes.ts";
import type { SnapshotStore } from "./store.ts";

/** Maximum number of files in ignored folders that are looked at. */
const MAX_LOOKED_AT = 5000;

/** The clock of file times is coarse: a change can seem to be a little older than it is. */
const COARSE_MS = 10;

/** Resolves to the ignored files and folders that changed after a moment: they are not recorded. */
export async function ignoredChanges(store: SnapshotStore, sinceMs: number): Promise<string[]> {
  const budget = { left: MAX_LOOKED_AT };
  return (await store.ignored()).filter((path) => hasChanged(store.root, path, sinceMs - COARSE_MS, budget));
}

function hasChanged(root: string, path: string, sinceMs: number, budget: { left: number }): boolean {
  if (budget.left-- <= 0) return false;
  try {
    const stats = lstatSync(diskPath(root, path));
    if (stats.ctimeMs >= sinceMs) return true;
    if (!stats.isDirectory()) return false;
    const names = readdirSync(diskPath(root, path), { encoding: "buffer" });
    return names.some((name) => hasChanged(root, join(path, decodePath(name)), sinceMs, budget));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // A file that has just gone, or a folder that cannot be read.
    return false;
  }
}
