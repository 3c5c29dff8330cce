import { trivial } from "../work/scripts.ts";
import { printSample } from "./print-sample.ts";
import type { Scenario } from "./scenario.ts";

export const version: Scenario = {
  name: "version",
  group: "startup",
  runs: 10,
  goals: { wallMs: { timesNode: 1.4 } },
  measure: async (stage) => printSample(stage, await stage.run(trivial, ["--version"])),
};
