import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "../core/temp-folder.ts";
import { mountDisk, unmount } from "../support/mounted-disk.ts";

export { canMount } from "../support/mounted-disk.ts";

/** A file system of the given size, for one test. */
export async function smallDisk(kilobytes: number): Promise<string> {
  const folder = join(await tempFolder(), "disk");
  mkdirSync(folder);
  mountDisk(folder, kilobytes);
  onTestFinished(() => unmount(folder));
  return folder;
}
