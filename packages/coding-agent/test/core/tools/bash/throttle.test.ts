import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createThrottle } from "../../../../src/core/tools/bash/throttle.ts";

const INTERVAL = 100;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

test("P-TOOL-42, R194: however often it is asked for, an action runs at most once in an interval, and never goes missing", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(250), { minLength: 1 }), (pauses) => {
      const runs: number[] = [];
      const throttle = createThrottle(INTERVAL, () => runs.push(performance.now()));
      const requests = pauses.map((pause) => {
        vi.advanceTimersByTime(pause);
        throttle.request();
        return performance.now();
      });
      vi.advanceTimersByTime(INTERVAL);
      expect(runs.slice(1).filter((run, index) => run - (runs[index] ?? 0) < INTERVAL)).toEqual([]);
      expect(requests.filter((asked) => !runs.some((run) => run >= asked && run <= asked + INTERVAL))).toEqual([]);
    }),
  );
});

test("what is still due runs at the end, and nothing after it", () => {
  let runs = 0;
  const throttle = createThrottle(INTERVAL, () => {
    runs += 1;
  });
  throttle.request();
  throttle.request();
  expect(runs).toBe(1);
  throttle.flush();
  expect(runs).toBe(2);
  throttle.request();
  throttle.flush();
  vi.advanceTimersByTime(2 * INTERVAL);
  expect(runs).toBe(2);
});
