import { expect, test } from "vitest";
import { runKills } from "./kill-runs.ts";

test("killed 50 times at random moments: nothing unreadable, nothing shown is lost, no effect happens twice", async () => {
  const report = await runKills(50);
  expect(report).toEqual({
    kills: expect.any(Number),
    shown: expect.any(Number),
    effects: expect.any(Number),
    unreadable: [],
    lost: [],
    repeated: [],
  });
  expect(report.kills).toBeGreaterThanOrEqual(50);
  expect(report.effects).toBeGreaterThan(0);
}, 180_000);
