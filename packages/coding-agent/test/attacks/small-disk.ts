import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "../core/temp-folder.ts";

let isPossible: boolean | undefined;

/** Whether this process may have a disk of its own: root, where mounting is not forbidden. */
export function canMount(): boolean {
  isPossible ??= process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"]).status === 0;
  return isPossible;
}

/** A file system of the given size, for one test. */
export async function smallDisk(kilobytes: number): Promise<string> {
  const folder = join(await tempFolder(), "disk");
  mkdirSync(folder);
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder]);
  if (status !== 0) throw new Error(`mount: ${stderr}`);
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}
