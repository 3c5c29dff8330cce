import { availableParallelism, loadavg } from "node:os";

/** Wall times of a busy machine are not worth much; CPU times and multiples still are. */
export function warnIfBusy(): void {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  if (load < cores * 0.75) return;
  process.stderr.write(
    `bench: the machine is busy (load ${load.toFixed(1)} on ${cores} cores): trust CPU, not wall time\n`,
  );
}
