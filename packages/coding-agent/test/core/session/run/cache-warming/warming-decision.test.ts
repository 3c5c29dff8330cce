import type { Model, Usage } from "@tau/ai";
import { expect, test } from "vitest";
import { decideWarming } from "../../../../../src/core/session/run/cache-warming/warming-decision.ts";

const model = { cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 } } as Model;
const usage = (tokens: number) => ({ input: 0, cacheRead: tokens, cacheWrite: 0 }) as Usage;

test("a prompt is kept warm where losing it would cost at least five cents", () => {
  expect(decideWarming(model, usage(100_000), { isRunning: true, refreshes: 0 })).toEqual({
    warmCost: 0.03,
    missCost: 0.345,
    continuationProbability: 0.95,
    action: "warm",
  });
  expect(decideWarming(model, usage(10_000), { isRunning: true, refreshes: 0 }).action).toBe("stop");
});

test("an idle session is worth fewer refreshes the longer it is idle", () => {
  const actions = [0, 1, 2, 3].map(
    (refreshes) => decideWarming(model, usage(100_000), { isRunning: false, refreshes }).action,
  );
  expect(actions).toEqual(["warm", "warm", "warm", "stop"]);
});

test("where a cached prompt costs what any other does there is nothing to save", () => {
  const flat = { cost: { input: 3, output: 15, cacheRead: 3, cacheWrite: 0 } } as Model;
  expect(decideWarming(flat, usage(1_000_000), { isRunning: true, refreshes: 0 }).action).toBe("stop");
});
