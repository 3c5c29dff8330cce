import fc from "fast-check";
import { expect, test } from "vitest";
import { HStack, VStack } from "../../../src/index.ts";
import { renderLayout } from "../../../src/render/fullscreen/layout.ts";
import { allocateStackSizes } from "../../../src/render/fullscreen/stack.ts";
import { Lines } from "../../support/lines.ts";

test("what is left goes to those that grow, what is missing comes from those that shrink", () => {
  expect(allocateStackSizes([{ basis: 0, grow: 1 }, {}], [0, 3], 10, 0)).toEqual([7, 3]);
  expect(allocateStackSizes([{ grow: 1 }, { grow: 2 }], [2, 2], 10, 0)).toEqual([4, 6]);
  expect(allocateStackSizes([{}, {}], [10, 10], 10, 0)).toEqual([5, 5]);
  expect(allocateStackSizes([{}, {}], [10, 20], 15, 0)).toEqual([5, 10]);
  expect(allocateStackSizes([{ shrink: 0 }, {}], [6, 10], 10, 0)).toEqual([6, 4]);
  expect(allocateStackSizes([{ grow: 1, maxSize: 4 }, { grow: 1 }], [0, 0], 10, 0)).toEqual([4, 6]);
  expect(allocateStackSizes([{ minSize: 8 }, {}], [9, 9], 10, 0)).toEqual([8, 2]);
  expect(allocateStackSizes([{ grow: 1 }, { grow: 1 }], [0, 0], 9, 1)).toEqual([4, 4]);
});

test("sizes are never negative and fill the room whenever something may grow", () => {
  const entry = fc.record({ grow: fc.nat(3), shrink: fc.nat(3), natural: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), fc.nat(60), (entries, room) => {
      const naturals = entries.map(({ natural }) => natural);
      const sizes = allocateStackSizes(entries, naturals, room, 0);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const wanted = naturals.reduce((sum, size) => sum + size, 0);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0);
      if (wanted < room && entries.some(({ grow }) => grow > 0)) expect(total).toBe(room);
      if (wanted > room && entries.every(({ shrink }) => shrink > 0)) expect(total).toBe(room);
    }),
  );
});

test.each([
  ["start", ["ab 1", "   2", "   3"], ["ab", "12345"]],
  ["center", ["   1", "ab 2", "   3"], ["   ab", " 12345"]],
  ["end", ["   1", "   2", "ab 3"], ["      ab", "   12345"]],
] as const)("children stand at the %s across the axis", (align, columns, rows) => {
  const trimmed = (lines: readonly string[]) => lines.map((line) => line.trimEnd());
  const beside = new HStack([new Lines("ab"), new Lines("1", "2", "3")], { gap: 1, align });
  expect(trimmed(renderLayout(beside, 8, 3, () => undefined).lines)).toEqual(columns);
  expect(trimmed(beside.render(8))).toEqual(columns);
  const below = new VStack([new Lines("ab"), new Lines("12345")], { align });
  expect(trimmed(renderLayout(below, 8, 2, () => undefined).lines)).toEqual(rows);
});

test("without a given height a vertical stack keeps the sizes of its children and the gap between them", () => {
  const stack = new VStack(
    [
      { component: new Lines("1", "2", "3"), maxSize: 2 },
      { component: new Lines("hidden"), visible: () => false },
      { component: new Lines("a"), basis: 2 },
      new Lines("last"),
    ],
    { gap: 1 },
  );
  expect(stack.render(8)).toEqual(["1", "2", "", "a", "", "", "last"]);
});

test("a column without a width draws nothing and makes the row no higher; rows are filled up to the width", () => {
  const stack = new HStack([{ component: new Lines("1", "2"), basis: 0 }, new Lines("ab")], { gap: 1 });
  expect(stack.render(6)).toEqual([" ab   "]);
});
