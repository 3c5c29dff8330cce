import { expect, test } from "vitest";
import { BackgroundJobs } from "../../../../src/modes/interactive/status/background-jobs.ts";

test("a change of their number is told, and nothing is where there is none", () => {
  const counts = [0, 2, 2, 1].values();
  const told: number[] = [];
  const jobs: BackgroundJobs = new BackgroundJobs({
    count: () => counts.next().value ?? 0,
    onChange: () => told.push(jobs.count),
  });
  for (let look = 0; look < 4; look++) jobs.refresh();
  jobs.stop();
  expect(told).toEqual([2, 1]);
});
