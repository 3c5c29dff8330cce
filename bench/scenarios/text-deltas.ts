import { BenchError } from "../bench-error.ts";
import { manyDeltas } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

const DELTAS = 20_000;

export const textDeltas: Scenario = {
  name: "deltas",
  group: "run",
  runs: 5,
  goals: { cpuMs: { timesNode: 17 } },
  measure: async (stage) => {
    const measured = await stage.run(manyDeltas(DELTAS), stage.subject.printArgs("go on"));
    const { outputBytes } = measured;
    if (outputBytes < DELTAS * 4)
      throw new BenchError("run-failed", `Only ${outputBytes} bytes of the answer were printed.`);
    return runSample(stage, measured);
  },
};
