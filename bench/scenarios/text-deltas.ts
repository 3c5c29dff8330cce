import { manyDeltas } from "../work/scripts.ts";
import { printSample } from "./print-sample.ts";
import type { Scenario } from "./scenario.ts";

const DELTAS = 20_000;

export const textDeltas: Scenario = {
  name: "deltas",
  group: "run",
  runs: 5,
  goals: { cpuMs: { atMost: 400 } },
  measure: async (stage) => printSample(stage, await stage.run(manyDeltas(DELTAS), stage.subject.printArgs("go on"))),
};
