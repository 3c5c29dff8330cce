import { closeSync, fsyncSync, openSync } from "node:fs";

/** A new name is safe once its folder is. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
