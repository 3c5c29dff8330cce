import { constants } from "node:fs";
import { copyFile } from "node:fs/promises";
import { BenchError } from "../bench-error.ts";
import type { Metric } from "../report/metric.ts";
import { trivial } from "../work/scripts.ts";
import { writeSyntheticSession } from "../work/synthetic-session.ts";
import { runSample } from "./sample.ts";
import type { Goal, Scenario } from "./scenario.ts";

interface ResumeWork {
  readonly megabytes: number;
  readonly isCompacted: boolean;
  readonly goals?: Partial<Record<Metric, Goal>>;
}

function resume({ megabytes, isCompacted, goals }: ResumeWork): Scenario {
  const name = `resume-${megabytes}${isCompacted ? "" : "-full"}`;
  const master = `${name}.master.jsonl`;
  return {
    name,
    group: "resume",
    runs: 3,
    ...(goals === undefined ? {} : { goals }),
    supports: (subject) => subject.resumeArgs !== undefined,
    prepare: async ({ workspace }) => {
      await writeSyntheticSession({ file: workspace.path(master), cwd: workspace.cwd, megabytes, isCompacted });
    },
    measure: async (stage) => {
      const file = stage.workspace.path(`${name}.jsonl`);
      // A fresh copy each time: a run appends to its session, and must not benefit from what the last run left.
      await copyFile(stage.workspace.path(master), file, constants.COPYFILE_FICLONE);
      const args = stage.subject.resumeArgs?.(file, "hi") ?? [];
      const measured = await stage.run(trivial, args);
      const sent = stage.server.requests[0]?.bytes.length ?? 0;
      if (sent < 50_000)
        throw new BenchError("run-failed", `The request had ${sent} bytes: the session was not in it.`);
      return runSample(stage, measured);
    },
  };
}

export const resumes: readonly Scenario[] = [
  resume({ megabytes: 5, isCompacted: true }),
  resume({ megabytes: 50, isCompacted: true }),
  resume({ megabytes: 200, isCompacted: true, goals: { cpuMs: { timesNode: 11 }, peakRssMb: { atMost: 110 } } }),
  resume({ megabytes: 5, isCompacted: false }),
  resume({ megabytes: 50, isCompacted: false, goals: { peakRssMb: { atMost: 250 } } }),
];
