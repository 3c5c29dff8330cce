import { spawnSync } from "node:child_process";

const NOBODY = 65_534;

/** Returns whether a test can start a program of this checkout as another user: it needs root, and a checkout that others may enter. */
export function canActAsOthers(): boolean {
  if (process.getuid?.() !== 0) return false;
  return spawnSync(process.execPath, ["-e", "0"], { cwd: "/", uid: NOBODY, gid: NOBODY }).status === 0;
}
