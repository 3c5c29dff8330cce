import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Markdown } from "../../src/index.ts";
import { markdownTheme } from "../themes.ts";

const marks = fc.constantFrom("> ", ">", "> > ", "- ", "  ", "    ", "1. ", "   ", "> - ", "- > ", "", "", "\t", "* ", "- [x] ");
const texts = fc.constantFrom(
  ...["text that goes on", "**bold** and `code`", "", "", "# heading", "---", "===", "```ts", "```", "~~~", "| a | b |"],
  ...["|---|---|", "| one | two |", "<div>", "</div>", "<!-- note", "-->", "- item", "2. second", "> quoted", "[a]: b", "[a]"],
  ...["    code", "-", "*", "1", "1.", "-x", "日本語の段落。", "- - -"],
);
const line = fc.tuple(marks, marks, texts).map((parts) => parts.join(""));
/** A few lines, some of them repeated until the block that they make is long. */
const document = fc
  .array(fc.tuple(fc.array(line, { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 1, 1, 40)), { maxLength: 8 })
  .map((parts) => parts.map(([lines, count]) => `${lines.join("\n")}\n`.repeat(count)).join(""));
const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 400 })), {
  minLength: 1,
  maxLength: 6,
});

function render(source: string): string[] {
  return new Markdown(source, 0, 0, markdownTheme).render(40);
}

test("blocks inside blocks come out the same whole and in pieces", () => {
  fc.assert(
    fc.property(document, sizes, (source, steps) => {
      const streamed = new Markdown("", 0, 0, markdownTheme);
      for (let at = 0, step = 0; at < source.length; step++) {
        const size = steps[step % steps.length] ?? 1;
        streamed.appendText(source.slice(at, at + size));
        at += size;
        const lines = streamed.render(40);
        if (step % 16 === 0) expect(lines).toEqual(render(source.slice(0, at)));
      }
      expect(streamed.render(40)).toEqual(render(source));
    }),
    { numRuns: Number(process.env.RUNS ?? 200) },
  );
}, 120_000);
