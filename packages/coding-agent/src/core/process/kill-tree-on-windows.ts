import { spawnSync } from "node:child_process";

/** There are no process groups; the system's own tool walks the tree. That nobody is left is an error to it, not to us. */
export function killTreeOnWindows(leader: number): void {
  spawnSync("taskkill", ["/pid", String(leader), "/T", "/F"], { stdio: "ignore", windowsHide: true });
}
