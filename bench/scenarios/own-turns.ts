import { readTurns } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

const TURNS = 50;

/**
 * The cost of a turn without the processes that its tool starts. The cost of a run with one turn is subtracted, because it includes
 * the start and the loading of the tool. The goal is 4 ms on a machine where the bare runtime takes 23 ms.
 */
export const ownTurns: Scenario = {
  name: "own-turns",
  group: "run",
  runs: 3,
  goals: { turnCpuMs: { timesNode: 0.175 } },
  prepare: async ({ workspace }) => {
    for (let turn = 0; turn < TURNS; turn++) await workspace.write(`turn-${turn}.md`, `# Turn ${turn}\n`);
  },
  measure: async (stage) => {
    const file = (turn: number) => stage.workspace.path(`turn-${turn}.md`);
    const args = stage.subject.printArgs("work");
    const one = await stage.run(readTurns(1, file), args);
    const many = await stage.run(readTurns(TURNS, file), args);
    return { ...runSample(stage, many), turnCpuMs: (many.cpuMs - one.cpuMs) / (TURNS - 1) };
  },
};
