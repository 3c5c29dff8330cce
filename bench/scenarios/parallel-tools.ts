import { BenchError } from "../bench-error.ts";
import { parallelTools as script } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

const CALLS = 16;

export const parallelTools: Scenario = {
  name: "parallel",
  group: "run",
  runs: 5,
  measure: async (stage) => {
    const measured = await stage.run(script(CALLS), stage.subject.printArgs("work"));
    const sample = runSample(stage, measured);
    const results = stage.server.requests.at(-1)?.toolResults;
    if (results !== CALLS) throw new BenchError("run-failed", `${results} results came back instead of ${CALLS}.`);
    return sample;
  },
};
