import { setTimeout as delay } from "node:timers/promises";
import { treeUsage } from "../meter/process-tree.ts";
import { writeSyntheticSession } from "../work/synthetic-session.ts";
import { openScreen } from "./open-screen.ts";
import type { Scenario, Stage } from "./scenario.ts";

const SETTLE_MS = 2000;

/** Opens a terminal on a session of months of work, compared with an empty session opened just before. */
function resumedPaint(megabytes: number, isCompacted: boolean): Scenario {
  const name = `paint-${megabytes}${isCompacted ? "" : "-full"}`;
  const log = `${name}.jsonl`;
  return {
    name,
    group: "terminal",
    runs: 7,
    goals: { timesEmpty: { atMost: 1.5 } },
    supports: ({ resumeScreenArgs }) => resumeScreenArgs !== undefined,
    prepare: async (stage) => {
      const { workspace } = stage;
      await writeSyntheticSession({ file: workspace.path(log), cwd: workspace.cwd, megabytes, isCompacted });
      await openAndLeave(stage);
    },
    measure: async (stage) => {
      const emptyMs = await paintOfEmpty(stage);
      await using screen = await openScreen(stage, stage.subject.resumeScreenArgs?.(stage.workspace.path(log)));
      await delay(SETTLE_MS);
      const { cpuMs, rssMb } = treeUsage(screen.pid, stage.workspace.home);
      return { paintMs: screen.paintMs, timesEmpty: screen.paintMs / emptyMs, cpuMs, idleRssMb: rssMb };
    },
  };
}

async function paintOfEmpty(stage: Stage): Promise<number> {
  await using screen = await openScreen(stage);
  return screen.paintMs;
}

/** Opens and exits properly, because a program may then keep data that makes the next start faster. */
async function openAndLeave(stage: Stage): Promise<void> {
  await using screen = await openScreen(stage);
  screen.press("ctrl+d");
  await Promise.race([screen.exited, delay(SETTLE_MS)]);
}

export const resumedPaints: readonly Scenario[] = [resumedPaint(50, true), resumedPaint(50, false)];
