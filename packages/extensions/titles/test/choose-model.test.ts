import { expect, test } from "vitest";
import { chooseModel } from "../choose-model.ts";

const model = (provider: string, id: string, output: number) =>
  ({ provider, id, cost: { input: 0, output, cacheRead: 0, cacheWrite: 0 } }) as never;

test("the user's choice, then the cheapest of the provider, then the model in use", () => {
  const big = model("a", "big", 20);
  const small = model("a", "small", 1);
  const other = model("b", "tiny", 0.1);
  expect(chooseModel(big, [big, small, other], "b/tiny")).toBe(other);
  expect(chooseModel(big, [big, small, other], "nobody/nothing")).toBe(small);
  expect(chooseModel(big, [big, small, other], undefined)).toBe(small);
  expect(chooseModel(big, [other], undefined)).toBe(big);
});
