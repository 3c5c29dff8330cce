import { applyPatch } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderDiff } from "../../../src/core/tools/edit/render-diff.ts";

const line = fc.constantFrom("a", "b", "c", "", " x");
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, ends]) => lines.join("\n") + (ends ? "\n" : ""));

test("the patch makes the new text of the old one, whatever they are", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      const { patch } = await renderDiff("f", before, after);
      expect(applyPatch(before, patch)).toBe(after);
    }),
  );
});

test("the numbers of the diff are those of the lines", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      const { diff, firstChangedLine } = await renderDiff("f", before, after);
      const [old, fresh] = [before.split("\n"), after.split("\n")];
      for (const shown of diff.split("\n").filter((candidate) => !/^ +\.\.\.$/.test(candidate) && candidate !== "")) {
        const [, sign, number, content] = /^([ +-]) *(\d+) (.*)$/.exec(shown) ?? [];
        expect((sign === "+" ? fresh : old)[Number(number) - 1]).toBe(content);
      }
      const first = fresh.findIndex((candidate, index) => candidate !== old[index]);
      if (first !== -1 && firstChangedLine !== undefined) expect(firstChangedLine - 1).toBeLessThanOrEqual(first);
    }),
  );
});

test("a rewrite of many lines is shown as such and takes no time to speak of", async () => {
  const before = Array.from({ length: 30_000 }, (_, index) => `old ${index}`).join("\n");
  const after = Array.from({ length: 30_000 }, (_, index) => `new ${index}`).join("\n");
  const { diff, patch, firstChangedLine } = await renderDiff("f", `same\n${before}\n`, `same\n${after}`);
  expect(applyPatch(`same\n${before}\n`, patch)).toBe(`same\n${after}`);
  expect(diff.split("\n").slice(0, 2)).toEqual(["-    1 same", "-    2 old 0"]);
  expect(firstChangedLine).toBe(1);
});
