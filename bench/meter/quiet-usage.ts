import { setTimeout as delay } from "node:timers/promises";
import { BenchError } from "../bench-error.ts";
import { type TreeUsage, treeUsage } from "./process-tree.ts";

const LOOK_MS = 200;
const QUIET_LOOKS = 3;
/** A spinner or a timer may still run: less CPU time than this per check counts as quiet. */
const QUIET_CPU_MS = 20;

/** Resolves to the usage of a program after it has become idle. */
export async function quietUsage(pid: number, home: string, timeoutMs = 120_000): Promise<TreeUsage> {
  const deadline = performance.now() + timeoutMs;
  let last = treeUsage(pid, home);
  for (let quiet = 0; quiet < QUIET_LOOKS; ) {
    if (performance.now() > deadline)
      throw new BenchError("run-failed", `The program did not rest in ${timeoutMs} ms.`);
    await delay(LOOK_MS);
    const now = treeUsage(pid, home);
    quiet = now.cpuMs - last.cpuMs <= QUIET_CPU_MS ? quiet + 1 : 0;
    last = now;
  }
  return last;
}
