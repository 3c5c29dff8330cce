import { setTimeout as delay } from "node:timers/promises";
import { treeUsage } from "../meter/process-tree.ts";
import { writeSyntheticSession } from "../work/synthetic-session.ts";
import { openScreen } from "./open-screen.ts";
import type { Scenario } from "./scenario.ts";

const SETTLE_MS = 2000;

/** A terminal opens on months of work. To be held against `paint`, an empty session, in the same rounds. */
function resumedPaint(megabytes: number, isCompacted: boolean): Scenario {
  const name = `paint-${megabytes}${isCompacted ? "" : "-full"}`;
  const log = `${name}.jsonl`;
  return {
    name,
    group: "terminal",
    runs: 3,
    supports: ({ resumeScreenArgs }) => resumeScreenArgs !== undefined,
    prepare: ({ workspace }) =>
      writeSyntheticSession({ file: workspace.path(log), cwd: workspace.cwd, megabytes, isCompacted }),
    measure: async (stage) => {
      await using screen = await openScreen(stage, stage.subject.resumeScreenArgs?.(stage.workspace.path(log)));
      await delay(SETTLE_MS);
      const { cpuMs, rssMb } = treeUsage(screen.pid, stage.workspace.home);
      return { paintMs: screen.paintMs, cpuMs, idleRssMb: rssMb };
    },
  };
}

export const resumedPaints: readonly Scenario[] = [resumedPaint(50, true), resumedPaint(50, false)];
