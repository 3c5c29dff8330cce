import { expect, test } from "vitest";
import { readFigure } from "../metric.ts";
import { parseOrder } from "../parse-order.ts";
import { type Attempt, applyChange, type Research, stopReason } from "../research-state.ts";
import { autoresearch } from "../tool.ts";

const LIMITS = { attempts: 10, minutes: 60, cost: 0, futile: 3 };

test("the figure is the last number, or the last one after a name; numbers within words do not count", () => {
  const cases: readonly (readonly [string, string | undefined, number | undefined])[] = [
    ["took 12.5 ms", undefined, 12.5],
    ["12\n13\n", undefined, 13],
    ["-3e-2", undefined, -0.03],
    [".5", undefined, 0.5],
    ["v2 of file3.txt", undefined, undefined],
    ["", undefined, undefined],
    ["NaN", undefined, undefined],
    ["1e999", undefined, undefined],
    ["latency: 7 ms, size=30", "latency", 7],
    ['{"latency":8,"size":30}', "latency", 8],
    ["latency 9\nlatency 10", "latency", 10],
    ["xlatency: 7", "latency", undefined],
    ["a.b*: 4", "a.b*", 4],
    ["size 3", "latency", undefined],
  ];
  for (const [text, name, value] of cases) expect([text, readFigure(text, name)]).toEqual([text, value]);
});

test("the command line: quotes, options in any place, and what is missing or wrong", () => {
  expect(parseOrder(`make it fast --metric 'sh bench.sh --n 3' --higher --runs 3 --target 5`, LIMITS)).toEqual({
    goal: "make it fast",
    command: "sh bench.sh --n 3",
    direction: "higher",
    runs: 3,
    limits: { ...LIMITS, target: 5 },
  });
  expect(parseOrder('--metric "cat n" --check=true --attempts 2 less', LIMITS)).toMatchObject({
    goal: "less",
    check: "true",
    direction: "lower",
    limits: { attempts: 2 },
  });
  for (const [text, message] of [
    ["fast", "Say what is to be improved"],
    ["--metric x", "Say what is to be improved"],
    ["fast --metric x --attempts many", '--attempts is "many", not a number'],
    ["fast --metric x --target soon", '--target is "soon", not a number'],
    ["fast --metric x --quick", "There is no option --quick"],
  ] as const)
    expect(() => parseOrder(text, LIMITS)).toThrow(message);
});

test("the policy judges each command by itself, and sees that a branch is made", () => {
  const describe = (args: object) => autoresearch.describe(args);
  expect(describe({ op: "start", goal: "x", command: "ls #", check: "./check" })).toEqual({
    effect: "execute",
    command: "git switch --create autoresearch; sh -c 'ls #'; sh -c './check'",
    isConfined: true,
  });
  expect(describe({ op: "start", command: "echo 'it'" })).toMatchObject({
    command: `git switch --create autoresearch; sh -c 'echo '\\''it'\\'''`,
  });
  expect(describe({ op: "resume" })).toEqual({ effect: "execute", isConfined: true });
  expect(describe({ op: "status" })).toEqual({ effect: "read" });
});

test("limits: attempts, attempts without improvement, cost, time, and a target", () => {
  const attempt = (number: number, status: Attempt["status"], cost = 1): Attempt => ({
    number,
    branch: "b",
    status,
    cost,
  });
  const research = (attempts: readonly Attempt[], limits = {}): Research => ({
    ...{ goal: "g", command: "c", direction: "lower", runs: 1, branch: "b", startedAt: 0, attempts },
    best: { commit: "x", value: 5 },
    limits: { ...LIMITS, ...limits },
  });
  const futile = [attempt(1, "kept"), attempt(2, "dropped"), attempt(3, "broken"), attempt(4, "empty")];
  expect(stopReason(research([attempt(1, "kept")]), 1)).toBeUndefined();
  expect(stopReason(research([attempt(1, "interrupted"), attempt(2, "kept")], { attempts: 2 }), 1)).toBeUndefined();
  expect(stopReason(research([attempt(1, "kept"), attempt(2, "kept")], { attempts: 2 }), 1)).toMatch(
    /limit of 2 attempts/,
  );
  expect(stopReason(research(futile), 1)).toBe("3 attempts in a row brought no improvement");
  expect(stopReason(research(futile.slice(0, 3), { cost: 3 }), 1)).toBe("the limit of $3 is reached");
  expect(stopReason(research([]), 60 * 60_000)).toBe("the limit of 60 minutes is reached");
  expect(stopReason(research([], { target: 5 }), 1)).toBe("the target of 5 is reached");
  expect(stopReason(research([], { target: 4 }), 1)).toBeUndefined();
});

test("changes make the state: an attempt replaces itself, and an end can be taken back", () => {
  const start: Research = {
    ...{ goal: "g", command: "c", direction: "lower", runs: 1, branch: "b", startedAt: 0, attempts: [] },
    limits: LIMITS,
  };
  const one = applyChange(applyChange(undefined, { research: start }), {
    attempt: { number: 1, branch: "b-1", status: "running" },
  });
  const two = applyChange(one, { attempt: { number: 1, branch: "b-1", status: "kept", value: 3 } });
  expect(two?.attempts).toEqual([{ number: 1, branch: "b-1", status: "kept", value: 3 }]);
  const ended = applyChange(two, { set: { ended: "stopped" } });
  expect(ended?.ended).toBe("stopped");
  expect(applyChange(ended, { set: { baseline: 4 } })).toMatchObject({ ended: "stopped", baseline: 4 });
  expect(applyChange(ended, { set: { ended: null } })).not.toHaveProperty("ended");
  expect(applyChange(undefined, { set: { ended: "x" } })).toBeUndefined();
});
