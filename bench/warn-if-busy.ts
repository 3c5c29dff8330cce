import { availableParallelism, loadavg } from "node:os";

/** Warns if the machine is busy: wall times are then unreliable; CPU times and multiples still hold. */
export function warnIfBusy(): void {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  if (load < cores * 0.75) return;
  process.stderr.write(
    `bench: the machine is busy (load ${load.toFixed(1)} on ${cores} cores): trust CPU, not wall time\n`,
  );
}
