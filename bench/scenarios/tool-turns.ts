import { BenchError } from "../bench-error.ts";
import { median } from "../report/median.ts";
import { toolTurns as script } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario, Stage } from "./scenario.ts";

const TURNS = 50;

export const toolTurns: Scenario = {
  name: "turns",
  group: "run",
  runs: 3,
  goals: { cpuMs: { timesNode: 26 }, gapMs: { atMost: 6 } },
  measure: async (stage) => {
    const measured = await stage.run(script(TURNS), stage.subject.printArgs("work"));
    return { ...runSample(stage, measured), gapMs: median(gaps(stage)) };
  },
};

/** Returns the times from the end of an answer to the next request: the tool, and the program's own work around it. */
function gaps({ server }: Stage): number[] {
  const main = server.requests.filter(({ tools }) => tools.length > 0);
  if (main.length !== TURNS + 1) throw new BenchError("run-failed", `${main.length} requests instead of ${TURNS + 1}.`);
  return main.slice(1).map((request, index) => request.arrivedAt - (main[index]?.endedAt ?? Number.NaN));
}
