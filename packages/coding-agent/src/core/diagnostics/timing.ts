import { printNotice } from "../output/print.ts";

interface Mark {
  readonly name: string;
  readonly at: number;
}

const marks: Mark[] = [];
const isWanted = () => (process.env.TAU_TIMING ?? process.env.PI_TIMING) === "1";

/** Records that a start-up step is done. Costs nothing unless `TAU_TIMING=1`. */
export function markTime(name: string): void {
  if (isWanted()) marks.push({ name, at: performance.now() });
}

/** Prints to stderr how long each step took, counted from the start of the process. */
export function reportTimes(): void {
  if (!isWanted()) return;
  let previous = 0;
  for (const { name, at } of marks.splice(0)) {
    printNotice(`timing: ${name.padEnd(12)} ${(at - previous).toFixed(1).padStart(8)} ms  (at ${at.toFixed(1)})`);
    previous = at;
  }
}
