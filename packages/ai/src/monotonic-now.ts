/**
 * Returns the milliseconds of a clock that never goes back. In Node it is not `performance`, whose first use loads seven modules and takes
 * a megabyte.
 */
export function monotonicNow(): number {
  const hrtime = globalThis.process?.hrtime;
  return hrtime ? Number(hrtime.bigint()) / 1e6 : performance.now();
}
