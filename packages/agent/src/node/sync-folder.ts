import { closeSync, fsyncSync, openSync } from "node:fs";

/** Syncs a folder, so that a new file name in it survives a power cut. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
