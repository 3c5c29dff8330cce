import { readTurns } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

const TURNS = 50;

/**
 * What a turn costs besides what its tool starts. A run of one turn is taken off: it pays for the start, and for loading the tool.
 * 4 ms is promised where the bare runtime takes 23.
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
