import { expect, test } from "vitest";
import { minimizeOutput } from "../../../../src/core/tools/bash/minimize-output.ts";

const numbered = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n));

test("R195: lines that differ in numbers alone become the first and the last", () => {
  const lines = ["start", ...numbered(200, (n) => `[${n}/200] 12.${n} MB/s ███ ${n}%`), "end"];
  expect(minimizeOutput("make", lines.join("\n"))).toBe(
    `start\n${lines[1]}\n[198 lines like these]\n${lines[200]}\nend`,
  );
});

test.each([
  ["cargo build", "   Compiling serde v1.0.1", "progress"],
  ["go test -v ./...", "--- PASS: TestName (0.00s)", "passed tests"],
  ["npx vitest run", "   ✓ test/one.test.ts > does what it should", "passed tests"],
  ["pytest -v", "tests/test_a.py::test_name PASSED       [ 10%]", "passed tests"],
])("R195: %s: noise is counted, what failed stays word for word", (command, noise, what) => {
  const names = ["alpha", "beta", "gamma", "delta"];
  const lines = numbered(80, (n) => `${noise} ${names[n % 4]}`.replace(/^(.*PASSED.*\]) (.*)$/, "$2 $1"));
  const failure = ["FAILED: expected 1 to be 2", "    at file.ts:10:4"];
  const output = [...lines.slice(0, 40), ...failure, ...lines.slice(40)].join("\n");
  expect(minimizeOutput(command, output)).toBe(`[40 lines of ${what}]\n${failure.join("\n")}\n[40 lines of ${what}]`);
  expect(minimizeOutput("cat log", output)).toBeUndefined();
});

test("a short output, one without repetition and one that gains little are left alone", () => {
  expect(minimizeOutput("make", numbered(20, (n) => `line ${n}`).join("\n"))).toBeUndefined();
  const words = numbered(400, (n) => `${String.fromCharCode(97 + (n % 26)).repeat(1 + (n % 7))} is different`);
  expect(minimizeOutput("make", words.join("\n"))).toBeUndefined();
  expect(minimizeOutput("make", [...words, ...numbered(5, (n) => `line ${n}`)].join("\n"))).toBeUndefined();
});
