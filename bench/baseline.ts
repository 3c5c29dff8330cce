import type { ProcessMeter } from "./meter/measure-process.ts";
import type { Sample } from "./report/metric.ts";
import type { Stage } from "./scenarios/scenario.ts";

export interface Baseline {
  readonly name: string;
  readonly args: readonly string[];
}

/** What everything is a multiple of, and what it costs the runtime to ask a server once. */
export function baselines(serverUrl: string): readonly Baseline[] {
  const fetchOnce = `fetch("${serverUrl}/v1/models").then((answer) => answer.text())`;
  return [
    { name: "node -e 0", args: ["-e", "0"] },
    { name: "node fetch", args: ["-e", fetchOnce] },
  ];
}

export async function measureBaseline({ args }: Baseline, meter: ProcessMeter, stage: Stage): Promise<Sample> {
  const command = [process.execPath, ...args];
  const measured = await meter.measure({ command, cwd: stage.workspace.cwd, env: stage.env, timeoutMs: 30_000 });
  const { wallMs, cpuMs, peakRssMb } = measured;
  return { wallMs, cpuMs, ...(peakRssMb === undefined ? {} : { peakRssMb }) };
}
