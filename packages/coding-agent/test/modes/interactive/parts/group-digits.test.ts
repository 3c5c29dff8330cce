import { expect, test } from "vitest";
import { groupDigits } from "../../../../src/modes/interactive/parts/group-digits.ts";

test("digits stand in groups of three", () => {
  expect([0, 999, 1000, 12_345, 1_234_567].map(groupDigits)).toEqual(["0", "999", "1,000", "12,345", "1,234,567"]);
});
