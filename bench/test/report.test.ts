import { expect, test } from "vitest";
import { median, medianInterval } from "../report/median.ts";
import { figuresOf, type Result } from "../report/result.ts";
import { renderTables } from "../report/table.ts";

const bare = [
  { wallMs: 20, cpuMs: 10 },
  { wallMs: 30, cpuMs: 10 },
  { wallMs: 100, cpuMs: 10 },
];
const result: Result = {
  scenario: "trivial",
  group: "startup",
  subject: "tau",
  samples: [
    { wallMs: 60, gapMs: 5 },
    { wallMs: 90, gapMs: 7 },
  ],
  bare,
  goals: { wallMs: { timesNode: 2 }, gapMs: { atMost: 6 } },
};

test("the median is the middle, or the mean of the two in the middle", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, Number.NaN]);
});

test("a figure is a median, its spread, its multiple of the bare runtime and whether the goal is met", () => {
  expect(figuresOf(result)).toEqual({
    wallMs: { median: 75, min: 60, max: 90, timesNode: 2.5, goal: { timesNode: 2 }, meetsGoal: false },
    gapMs: { median: 6, min: 5, max: 7, goal: { atMost: 6 }, meetsGoal: true },
  });
});

test("a table per group, with the columns its rows have, and failures below", () => {
  const failed: Result = { scenario: "help", group: "startup", subject: "tau", samples: [], failure: "it broke" };
  const other: Result = { scenario: "paint", group: "terminal", subject: "tau", samples: [{ idleCpuPercent: 0.25 }] };
  const rows = [result, failed, other].map((one) => ({ result: one, figures: figuresOf(one) }));
  expect(renderTables(rows)).toMatchInlineSnapshot(`
    "startup               wall ms        gap ms
    -------  ---  ---------------  ------------
    trivial  tau  75 2.5x (> 2x!)  6.0 (≤ 6 ok)
    help     tau                –             –
    ! help tau: it broke

    terminal       idle CPU %
    --------  ---  ----------
    paint     tau         0.3"
  `);
});

test("a ratio is told with the interval in which its median lies", () => {
  const values = Array.from({ length: 100 }, (_, index) => 1 + index / 1000);
  expect(medianInterval(values)).toEqual([values[39], values[60]]);
  expect(medianInterval([1])).toEqual([1, 1]);
  const samples = values.map((timesWithout) => ({ timesWithout }));
  const ratio: Result = { scenario: "fifty", group: "batteries", subject: "tau", samples };
  expect(renderTables([{ result: ratio, figures: figuresOf(ratio) }])).toContain("1.050 (1.039 to 1.060)");
});
