import { rm, stat } from "node:fs/promises";
import { BenchError } from "../bench-error.ts";
import { largeArgument } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

const KILOBYTES = 1024;

/** One tool call with an argument of one megabyte, in deltas of 32 characters. */
export const largeToolArgument: Scenario = {
  name: "argument",
  group: "run",
  runs: 3,
  goals: { cpuMs: { timesNode: 17 } },
  measure: async (stage) => {
    const file = stage.workspace.path("bench-out.txt");
    await rm(file, { force: true });
    const timeoutMs = 600_000;
    const measured = await stage.run(largeArgument(file, KILOBYTES), stage.subject.printArgs("write it"), timeoutMs);
    const sample = runSample(stage, measured);
    const { size } = await stat(file);
    if (size < KILOBYTES * 1024) throw new BenchError("run-failed", `${file} has ${size} bytes: the write went wrong.`);
    return sample;
  },
};
