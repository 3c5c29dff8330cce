import { spawnSync } from "node:child_process";

/**
 * Kills a process tree. Windows has no process groups, so its own tool walks the tree. The tool fails if no process is
 * left, which is fine here.
 */
export function killTreeOnWindows(leader: number): void {
  spawnSync("taskkill", ["/pid", String(leader), "/T", "/F"], { stdio: "ignore", windowsHide: true });
}
