import type { Measurement } from "../meter/measure-process.ts";
import type { Sample } from "../report/metric.ts";
import type { Stage } from "./scenario.ts";

/** What every run without a screen tells: its cost, and when it first asked the model. */
export function printSample(stage: Stage, measured: Measurement): Sample {
  const first = stage.server.requests.find(({ tools }) => tools.length > 0) ?? stage.server.requests[0];
  return {
    wallMs: measured.wallMs,
    cpuMs: measured.cpuMs,
    ...(measured.peakRssMb === undefined ? {} : { peakRssMb: measured.peakRssMb }),
    ...(first === undefined ? {} : { firstRequestMs: first.arrivedAt - measured.startedAt }),
  };
}
