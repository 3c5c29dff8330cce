import { treeUsage } from "../meter/process-tree.ts";
import { quietUsage } from "../meter/quiet-usage.ts";
import { manyDeltas } from "../work/scripts.ts";
import { askOnScreen, openScreen } from "./open-screen.ts";
import type { Scenario } from "./scenario.ts";

const DELTAS = 20_000;

/** The long answer of `deltas`, at full speed, on a terminal. */
export const drawnStream: Scenario = {
  name: "drawn",
  group: "terminal",
  runs: 3,
  measure: async (stage) => {
    stage.server.rescript(manyDeltas(DELTAS));
    await using screen = await openScreen(stage);
    const before = await quietUsage(screen.pid, stage.workspace.home);
    const written = screen.terminal.bytesWritten;
    await askOnScreen(stage, screen, "go on");
    const after = await quietUsage(screen.pid, stage.workspace.home);
    return {
      cpuMs: after.cpuMs - before.cpuMs,
      idleRssMb: treeUsage(screen.pid, stage.workspace.home).rssMb,
      writtenKb: (screen.terminal.bytesWritten - written) / 1024,
    };
  },
};
