import { trivial } from "../work/scripts.ts";
import { costSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

export const version: Scenario = {
  name: "version",
  group: "startup",
  runs: 10,
  goals: { wallMs: { timesNode: 1.4 } },
  measure: async (stage) => costSample(await stage.run(trivial, ["--version"])),
};
