import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

const MARK = "TAU_BENCH_ISOLATED";

/** Enables loopback, then runs the given program. */
const ENTER = ["-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

/**
 * Runs the whole bench again in a network that has only loopback, if the kernel allows it. Published programs look for updates,
 * plug-ins and gateways when they start, and the network's answers must not affect the measurements.
 * Resolves to the exit code of that run, or to `undefined` if this process has to do the work.
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
