import { trivial } from "../work/scripts.ts";
import { costSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

export const help: Scenario = {
  name: "help",
  group: "startup",
  runs: 10,
  goals: { wallMs: { timesNode: 1.6 } },
  measure: async (stage) => costSample(await stage.run(trivial, ["--help"])),
};
