import { setTimeout as delay } from "node:timers/promises";
import { treeUsage } from "../meter/process-tree.ts";
import { quietUsage } from "../meter/quiet-usage.ts";
import { pacedMarkdown } from "../work/scripts.ts";
import { askOnScreen, openScreen } from "./open-screen.ts";
import type { Scenario } from "./scenario.ts";

const DELTAS = 4000;
const PER_SECOND = 200;

/** A realistic stream that a user watches: Markdown at a steady rate, for twenty seconds. */
export const pacedStream: Scenario = {
  name: "paced",
  group: "terminal",
  runs: 2,
  goals: { coreSharePercent: { atMost: 6 } },
  measure: async (stage) => {
    stage.server.rescript(pacedMarkdown(DELTAS, PER_SECOND));
    await using screen = await openScreen(stage);
    const before = await quietUsage(screen.pid, stage.workspace.home);
    const writtenBefore = screen.terminal.bytesWritten;
    const start = performance.now();
    await askOnScreen(stage, screen, "go on");
    // The last deltas still have to reach the screen.
    await delay(500);
    const cpuMs = treeUsage(screen.pid, stage.workspace.home).cpuMs - before.cpuMs;
    return {
      cpuMs,
      coreSharePercent: (cpuMs / (performance.now() - start)) * 100,
      writtenKb: (screen.terminal.bytesWritten - writtenBefore) / 1024,
    };
  },
};
