import { expect, test } from "vitest";
import { mapWithConcurrency } from "../map-with-concurrency.ts";

/** Items that end when the test says so. */
function gates<T>(items: readonly T[]) {
  const waiting = items.map(() => Promise.withResolvers<void>());
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const run = async (item: T, index: number) => {
    started.push(index);
    most = Math.max(most, ++running);
    await waiting[index]?.promise;
    running--;
    return item;
  };
  return { run, started, most: () => most, open: (index: number) => waiting[index]?.resolve() };
}

test("P-OMP-55: never more than the limit at once; results in the order of the items", async () => {
  const { run, started, most, open } = gates(["a", "b", "c", "d"]);
  const done = mapWithConcurrency(["a", "b", "c", "d"], 2, run);
  open(1);
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const index of [2, 3, 0]) open(index);
  expect(await done).toEqual({ results: ["a", "b", "c", "d"], aborted: false });
  expect(most()).toBe(2);
});

test.each([
  [0, 1],
  [2.7, 2],
  [100, 3],
])("P-OMP-56: a limit of %d for three items lets %d run", async (limit, most) => {
  const items = gates([1, 2, 3]);
  const done = mapWithConcurrency([1, 2, 3], limit, items.run);
  expect(items.started).toHaveLength(most);
  for (const index of [0, 1, 2]) items.open(index);
  await done;
});

test("P-OMP-57: an abort starts no further item and leaves empty slots", async () => {
  const { run, open } = gates([1, 2, 3]);
  const stop = new AbortController();
  const done = mapWithConcurrency([1, 2, 3], 1, run, stop.signal);
  stop.abort();
  open(0);
  expect(await done).toEqual({ results: [1, undefined, undefined], aborted: true });
});

test("P-OMP-58: the first error aborts the others and rejects", async () => {
  const aborted: boolean[] = [];
  const done = mapWithConcurrency([1, 2, 3], 2, async (item, _index, signal) => {
    if (item === 1) throw new Error("no");
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    aborted.push(true);
  });
  await expect(done).rejects.toThrow("no");
  expect(aborted).toEqual([true]);
});

test("no items are no work", async () => {
  expect(await mapWithConcurrency([], 3, async () => 1)).toEqual({ results: [], aborted: false });
});
