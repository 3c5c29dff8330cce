import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

const MARK = "TAU_BENCH_ISOLATED";

/** Brings up loopback, then becomes the program given. */
const ENTER = ["-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

/**
 * Published programs look for updates, plug-ins and gateways when they start; what the network answers is not theirs to be
 * measured by. Where the kernel allows it, the whole bench runs again in a network that has loopback alone.
 * Resolves to that run's exit code, or to `undefined` where this process is to do the work.
 */
export async function runIsolated(): Promise<number | undefined> {
  if (process.env[MARK] !== undefined) return undefined;
  if (spawnSync("unshare", [...ENTER, "true"], { stdio: "ignore" }).status !== 0) {
    process.stderr.write("bench: no private network on this machine; peers may be slowed down by the real one\n");
    return undefined;
  }
  const self = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn("unshare", [...ENTER, ...self], { stdio: "inherit", env: { ...process.env, [MARK]: "1" } });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
