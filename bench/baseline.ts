import type { ProcessMeter } from "./meter/measure-process.ts";
import type { Sample } from "./report/metric.ts";
import { costSample } from "./scenarios/sample.ts";
import type { Stage } from "./scenarios/scenario.ts";

/** The baseline: all results are multiples of it. */
export const BARE = "node -e 0";

export interface BareRound {
  readonly bare: Sample;
  /** The cost of one HTTP request with the bare runtime. */
  readonly fetching: Sample;
}

export async function measureBare(meter: ProcessMeter, { workspace, env, server }: Stage): Promise<BareRound> {
  const run = async (source: string): Promise<Sample> => {
    const command = [process.execPath, "-e", source];
    return costSample(await meter.measure({ command, cwd: workspace.cwd, env, timeoutMs: 30_000 }));
  };
  return {
    bare: await run("0"),
    fetching: await run(`fetch("${server.url}/v1/models").then((answer) => answer.text())`),
  };
}
