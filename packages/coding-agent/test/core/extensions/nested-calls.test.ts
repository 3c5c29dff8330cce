import { expect, test } from "vitest";
import { NestedCalls } from "../../../src/core/extensions/session/hooks/nested-calls.ts";

const outcome = { result: { content: [], details: {} }, isError: false } as never;

function recordOf(calls: number, args: object = {}) {
  const nested = new NestedCalls();
  for (let count = 0; count < calls; count += 1) nested.end("c1", nested.begin("c1", "tool", args), outcome);
  return nested.addTo("c1", { content: [], details: {} }).nestedCalls;
}

test("256 calls are kept, and only what is beyond them is lost", () => {
  expect(recordOf(256)).toMatchObject({ complete: true, calls: { length: 256 } });
  expect(recordOf(257)).toMatchObject({ complete: false, calls: { length: 256 } });
});

test("arguments over 8 KiB for a call, or 32 KiB for all, are left out and counted", () => {
  const large = recordOf(1, { text: "x".repeat(9000) });
  expect(large).toMatchObject({ complete: false, calls: [{ argumentsBytes: 9011 }] });
  const many = recordOf(5, { text: "x".repeat(8000) });
  expect(many?.calls.map((call) => "arguments" in call)).toEqual([true, true, true, true, false]);
});
