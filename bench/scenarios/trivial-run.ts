import { trivial } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

/** One prompt and one short answer: the time until the request is sent, and the total cost. */
export const trivialRun: Scenario = {
  name: "trivial",
  group: "startup",
  runs: 10,
  goals: { firstRequestMs: { timesNode: 4 }, cpuMs: { timesNode: 6.5 }, peakRssMb: { atMost: 80 } },
  measure: async (stage) => runSample(stage, await stage.run(trivial, stage.subject.printArgs("hi"))),
};
