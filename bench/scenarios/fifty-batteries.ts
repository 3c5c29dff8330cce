import { installed } from "../../packages/coding-agent/src/core/extensions/batteries/installed.ts";
import { buildWithBatteries } from "../../packages/coding-agent/test/e2e/batteries/build-with-batteries.ts";
import { madeBatteries } from "../../packages/coding-agent/test/e2e/batteries/made-batteries.ts";
import { trivial } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario, Stage } from "./scenario.ts";

const ALL = Math.max(50, installed.length + 30);

/** The build, shared by all rounds. */
let program: { readonly command: readonly string[]; round: number } | undefined;

/**
 * The trivial run with fifty unused batteries, compared with the same program with `--no-extensions`. Each round measures both,
 * in alternating order.
 */
export const fiftyBatteries: Scenario = {
  name: "fifty-batteries",
  group: "batteries",
  runs: 100,
  goals: { timesWithout: { atMost: 1.05 } },
  prepare: async () => {
    const built = await buildWithBatteries(madeBatteries(ALL - installed.length));
    process.once("exit", () => built[Symbol.dispose]());
    program = { command: [process.execPath, built.cli], round: 0 };
  },
  measure: async (stage) => {
    if (!program) throw new TypeError("The scenario was not prepared.");
    const { command } = program;
    const isFirst = program.round++ % 2 === 0;
    const without = isFirst ? undefined : await run(stage, command, ["--no-extensions"]);
    const all = await run(stage, command, []);
    const { cpuMs = Number.NaN } = without ?? (await run(stage, command, ["--no-extensions"]));
    return { ...all, timesWithout: (all.cpuMs ?? Number.NaN) / cpuMs };
  },
  supports: ({ name }) => name === "tau",
};

async function run(stage: Stage, command: readonly string[], options: readonly string[]) {
  const args = [...options, ...stage.subject.printArgs("hi")];
  return runSample(stage, await stage.run(trivial, args, undefined, command));
}
