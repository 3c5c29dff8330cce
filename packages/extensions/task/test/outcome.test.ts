import { expect, test } from "vitest";
import { cutOutput } from "../outcome.ts";

const CUT = "[Only the end is kept: the output was too long.]\n";

test("R275: of an output the last 5,000 lines and 500,000 bytes are kept", () => {
  const lines = Array.from({ length: 5_001 }, (_, index) => `line ${index}`);
  expect(cutOutput(lines.slice(1).join("\n"), {})).toBe(lines.slice(1).join("\n"));
  expect(cutOutput(lines.join("\n"), {})).toBe(CUT + lines.slice(1).join("\n"));
  expect(cutOutput("x".repeat(500_000), {})).toHaveLength(500_000);
  // A character of three bytes is not cut in two.
  expect(cutOutput("€".repeat(200_000), {})).toBe(CUT + "€".repeat(166_666));
});

test.each(["TAU", "PI"])(
  "R275: %s_TASK_MAX_OUTPUT_LINES and _BYTES change the limits; other values count for nothing",
  (prefix) => {
    const limits = (lines: string, bytes: string) => ({
      [`${prefix}_TASK_MAX_OUTPUT_LINES`]: lines,
      [`${prefix}_TASK_MAX_OUTPUT_BYTES`]: bytes,
    });
    expect(cutOutput("one\ntwo\nthree", limits("2", "100"))).toBe(`${CUT}two\nthree`);
    expect(cutOutput("one\ntwo\nthree", limits("10", "4"))).toBe(`${CUT}hree`);
    for (const bad of ["", "0", "-1", "many", "1e3"]) expect(cutOutput("one\ntwo", limits(bad, bad))).toBe("one\ntwo");
  },
);
