import fc from "fast-check";
import { expect, test } from "vitest";
import { GrowingText } from "../../../../src/modes/interactive/renderers/tools/growing-text.ts";

test("however it grows, its lines are those of the whole text", () => {
  const piece = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 1, max: 5 }), (pieces, shown) => {
      const text = new GrowingText();
      let whole = "";
      for (const part of pieces) {
        whole += part;
        text.update(whole);
      }
      const lines = whole === "" ? [] : whole.replace(/\n$/, "").split("\n");
      expect(text.lineCount).toBe(lines.length);
      expect(text.head(shown)).toEqual(lines.slice(0, shown));
      expect(text.tail(shown)).toEqual(lines.slice(-shown));
    }),
  );
});

test("a line too long to read is shown in part", () => {
  const text = new GrowingText();
  text.update("x".repeat(1_000_000));
  expect(text.lineCount).toBe(1);
  expect(text.head(3)).toEqual([`${"x".repeat(400)}…`]);
});
