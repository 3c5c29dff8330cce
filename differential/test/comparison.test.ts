import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Comparison } from "../comparison.ts";
import type { SideName } from "../library.ts";
import { Side } from "../side.ts";
import { type Difference, type KnownDifference, known, subject } from "../subject.ts";

/** A side that answers without a process. */
class ScriptedSide extends Side {
  readonly #answer: (input: unknown) => unknown;

  constructor(name: SideName, answer: (input: unknown) => unknown) {
    super(name, "", "");
    this.#answer = answer;
  }

  override run(_subject: string, input: unknown): Promise<unknown> {
    return Promise.resolve(this.#answer(input));
  }
}

async function compare(ours: (input: number) => unknown, ...rows: KnownDifference[]): Promise<Comparison> {
  const tested = subject({ name: "x", inputs: fc.integer({ min: 1, max: 9 }), run: () => undefined });
  const sides = {
    ours: new ScriptedSide("ours", (input) => ours(input as number)),
    theirs: new ScriptedSide("theirs", () => ({ text: "theirs" })),
  };
  const comparison = new Comparison(tested, rows, sides);
  await comparison.checkRows();
  await comparison.generate(1, 1);
  return comparison;
}

function row(matches: (difference: Difference) => boolean): KnownDifference {
  return known({ subject: "x", status: "accepted", reason: "", example: 0, matches });
}

test("a difference that no row explains is found, and one that a row explains is not", async () => {
  const ours = (input: number) => ({ text: input > 4 ? "other" : "theirs" });
  expect((await compare(ours)).findings.unexplained).toMatchObject({ input: 5, ours: { text: "other" } });
  const explained = await compare(
    ours,
    row(() => true),
  );
  expect(explained.findings.unexplained).toBeUndefined();
});

test("a row that expects another value than came back does not explain it, and hides nothing", async () => {
  const isLonger = row(({ ours }) => (ours as { text: string }).text.length > 0);
  const { findings } = await compare((input) => (input === 0 ? { text: "other" } : {}), isLonger);
  expect(findings.unexplained).toMatchObject({ ours: {} });
});

test.each(["[throws]", "[hangs]", "[crashes]"])(
  "ours that ends with %s is explained by rows of such failures alone",
  async (end) => {
    const rowOfValues = await compare(
      (input) => (input === 0 ? { text: "other" } : end),
      row(() => true),
    );
    expect(rowOfValues.findings.unexplained).toMatchObject({ ours: end });
    const rowOfFailures = await compare(
      () => end,
      row(() => true),
    );
    expect(rowOfFailures.findings.unexplained).toBeUndefined();
  },
);

test("a fault of the harness ends the run", async () => {
  const broken = row(({ input }) => {
    if (input === 0) return true;
    throw new RangeError("a fault");
  });
  await expect(compare(() => ({ text: "other" }), broken)).rejects.toThrow("x could not be compared (seed 1)");
});
