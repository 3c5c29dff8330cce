import fc from "fast-check";
import { expect, test } from "vitest";
import { neutralize } from "../../src/text/neutralize.ts";
import { textUnits } from "../../src/text/text-units.ts";
import { visibleWidth } from "../../src/text/visible-width.ts";
import { corpus } from "./corpus.ts";
import { drawOnTerminal } from "./screen.ts";

test("P-TUI-46: escapes take no cell, wide characters two, combining marks none", () => {
  expect(visibleWidth("\x1b[31mHello\x1b[0m")).toBe(5);
  expect(visibleWidth("\x1b]8;;https://example.org\x07link\x1b]8;;\x07")).toBe(4);
  expect(visibleWidth("日本")).toBe(4);
  expect(visibleWidth("e\u0301")).toBe(1);
  expect(visibleWidth("👨‍👩‍👧‍👦")).toBe(2);
  expect(visibleWidth("🇩🇪")).toBe(2);
  expect(visibleWidth("❤️")).toBe(2);
  expect(visibleWidth("1️⃣")).toBe(2);
  expect(visibleWidth("a\tb")).toBe(5);
  expect(visibleWidth("")).toBe(0);
  expect(visibleWidth("\x1b_pi:c\x07x")).toBe(1);
});

test.each(corpus)("the terminal puts every cell of %j where we say", async (text) => {
  const screen = await drawOnTerminal(neutralize(text), 80);
  expect(visibleWidth(text)).toBe(screen.cursor.x);
  const ours: { text: string; width: number }[] = [];
  for (const unit of textUnits(text)) {
    if (unit.kind === "run") ours.push(...unit.text.split("").map((character) => ({ text: character, width: 1 })));
    else if (unit.width > 0) ours.push({ text: unit.text, width: unit.width });
  }
  const drawn = screen.cells.slice(0, ours.length).map(({ text: cell, width }) => ({ text: cell || " ", width }));
  expect(drawn.map(({ width }) => width)).toEqual(ours.map(({ width }) => width));
});

test("the width of a text is the sum of its units, however it was measured", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      let sum = 0;
      for (const unit of textUnits(text)) sum += unit.width;
      expect(visibleWidth(text)).toBe(sum);
    }),
  );
});

test("the units of a text are the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(Array.from(textUnits(text), (unit) => unit.text).join("")).toBe(text);
    }),
  );
});
