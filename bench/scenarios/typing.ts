import { quietUsage } from "../meter/quiet-usage.ts";
import { median } from "../report/median.ts";
import { manyDeltas } from "../work/scripts.ts";
import { askOnScreen, openScreen } from "./open-screen.ts";
import type { Scenario } from "./scenario.ts";

const DELTAS = 5000;
const KEYS = 40;

/** Typing below a long transcript: the time from a key to its character on the screen. */
export const typing: Scenario = {
  name: "typing",
  group: "terminal",
  runs: 2,
  goals: { keyMs: { atMost: 8 } },
  measure: async (stage) => {
    stage.server.rescript(manyDeltas(DELTAS));
    await using screen = await openScreen(stage);
    // Keys may be lost while a program is still starting.
    await quietUsage(screen.pid, stage.workspace.home);
    await askOnScreen(stage, screen, "go on");
    const before = await quietUsage(screen.pid, stage.workspace.home);
    const delays: number[] = [];
    for (let typed = 1; typed <= KEYS; typed++) {
      const start = performance.now();
      screen.send("x");
      await screen.waitForText("x".repeat(typed));
      delays.push(performance.now() - start);
    }
    const after = await quietUsage(screen.pid, stage.workspace.home);
    return { keyMs: median(delays), cpuMs: after.cpuMs - before.cpuMs };
  },
};
