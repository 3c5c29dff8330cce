import { spawnSync } from "node:child_process";

let isPossible: boolean | undefined;

/** Whether this process may mount a disk of its own: root, where mounting is not forbidden. */
export function canMount(): boolean {
  isPossible ??= process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"]).status === 0;
  return isPossible;
}

/** Mounts an empty file system of the given size on a folder. */
export function mountDisk(folder: string, kilobytes: number): void {
  mount("-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder);
}

/** Makes a folder read-only for every user, root included. */
export function mountReadOnly(folder: string): void {
  mount("--bind", folder, folder);
  mount("-o", "remount,bind,ro", folder);
}

export function unmount(folder: string): void {
  spawnSync("umount", ["-l", folder]);
}

function mount(...args: readonly string[]): void {
  const { status, stderr } = spawnSync("mount", args);
  if (status !== 0) throw new Error(`mount ${args.join(" ")}: ${stderr}`);
}
