import { spawnSync } from "node:child_process";

const NOBODY = 65_534;

/** Returns whether a test may start a program as another user. This requires root, and a Node that other users can run. */
export function canActAsOthers(): boolean {
  if (process.getuid?.() !== 0) return false;
  return spawnSync(process.execPath, ["-e", "0"], { cwd: "/", uid: NOBODY, gid: NOBODY }).status === 0;
}
