import { expect, test } from "vitest";
import { WheelPace } from "../../../src/render/fullscreen/wheel-pace.ts";

const LINUX = { platform: "linux", env: {} };
const MAC = { platform: "darwin", env: {} };
const MAC_OVER_SSH = { platform: "darwin", env: { SSH_CONNECTION: "10.0.0.1 5000 10.0.0.2 22" } };

function linesOf(pace: (now: () => number) => WheelPace, steps: readonly (readonly [number, -1 | 1])[]): number[] {
  let at = 0;
  const wheel = pace(() => at);
  return steps.map(([after, direction]) => {
    at += after;
    return wheel.step(direction, { far: false });
  });
}

test("auto: a slow wheel goes three lines a step, a fast one up to six", () => {
  const auto = (now: () => number) => new WheelPace("auto", now, LINUX);
  expect(linesOf(auto, Array(4).fill([200, 1]))).toEqual([3, 3, 3, 3]);
  expect(linesOf(auto, Array(8).fill([10, -1]))).toEqual([-3, -3, -3, -4, -5, -6, -6, -6]);
});

test("auto: a wheel that turns back, or rests, begins anew", () => {
  const auto = (now: () => number) => new WheelPace("auto", now, LINUX);
  const fast = Array.from({ length: 6 }, () => [10, 1] as const);
  expect(linesOf(auto, [...fast, [10, -1], [300, -1]]).slice(5)).toEqual([6, -3, -3]);
});

test("auto: a Mac's own terminal has its own acceleration; over ssh it is not there", () => {
  const steps = Array.from({ length: 5 }, () => [10, 1] as const);
  expect(linesOf((now) => new WheelPace("auto", now, MAC), steps)).toEqual([1, 1, 1, 1, 1]);
  expect(linesOf((now) => new WheelPace("auto", now, MAC_OVER_SSH), steps).at(-1)).toBe(5);
});

test("a number is that number; with Alt a step goes five times as far", () => {
  const wheel = new WheelPace(7, () => 0, LINUX);
  expect([wheel.step(1, { far: false }), wheel.step(-1, { far: true }), wheel.step(0, { far: true })]).toEqual([
    7, -35, 0,
  ]);
});
