import { BenchError } from "../bench-error.ts";
import type { Measurement } from "../meter/measure-process.ts";
import type { Sample } from "../report/metric.ts";
import type { Stage } from "./scenario.ts";

export function costSample({ wallMs, cpuMs, peakRssMb }: Measurement): Sample {
  return { wallMs, cpuMs, ...(peakRssMb === undefined ? {} : { peakRssMb }) };
}

/** Returns the cost of a run that asked the model, and the time of its first request. */
export function runSample(stage: Stage, measured: Measurement): Sample {
  const first = stage.server.requests.find(({ tools }) => tools.length > 0) ?? stage.server.requests[0];
  if (first === undefined) throw new BenchError("run-failed", `${stage.subject.name} never asked the model.`);
  return { ...costSample(measured), firstRequestMs: first.arrivedAt - measured.startedAt };
}
