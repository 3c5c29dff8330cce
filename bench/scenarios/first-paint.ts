import { setTimeout as delay } from "node:timers/promises";
import { treeUsage } from "../meter/process-tree.ts";
import { openScreen } from "./open-screen.ts";
import type { Scenario } from "./scenario.ts";

const SETTLE_MS = 2000;
const IDLE_MS = 5000;

/** Opens a terminal, waits for the prompt, and then measures the idle program. */
export const firstPaint: Scenario = {
  name: "paint",
  group: "terminal",
  runs: 3,
  goals: { paintMs: { timesNode: 4.3 }, idleRssMb: { atMost: 95 }, idleCpuPercent: { atMost: 0.2 } },
  measure: async (stage) => {
    await using screen = await openScreen(stage);
    await delay(SETTLE_MS);
    const before = treeUsage(screen.pid, stage.workspace.home);
    await delay(IDLE_MS);
    const after = treeUsage(screen.pid, stage.workspace.home);
    return {
      paintMs: screen.paintMs,
      cpuMs: before.cpuMs,
      idleRssMb: after.rssMb,
      idleCpuPercent: ((after.cpuMs - before.cpuMs) / IDLE_MS) * 100,
    };
  },
};
