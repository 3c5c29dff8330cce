import fc from "fast-check";
import { expect, test } from "vitest";
import { Markdown } from "../../../src/index.ts";
import { markdownTheme } from "../../themes.ts";

/** Text that the inline parser has handed to the theme: what a frame costs. */
function counted(source: string) {
  let characters = 0;
  const bold = (text: string) => {
    characters += text.length;
    return `<${text}>`;
  };
  return { markdown: new Markdown(source, 0, 0, { ...markdownTheme, bold }), characters: () => characters };
}

test("of a paragraph of 200 KB that grows, a delta costs its end", () => {
  const sentence = "**Some words** that go on, with `code` and *more* until the line is full, and then some. ";
  const { markdown, characters } = counted("");
  const perFrame: number[] = [];
  while (perFrame.length < 2_500) {
    const before = characters();
    markdown.appendText(sentence);
    markdown.render(80);
    perFrame.push(characters() - before);
  }
  // One bold piece of ten letters in each sentence; a segment holds fifty of them at most, and is drawn once more when it ends.
  expect(Math.max(...perFrame)).toBeLessThanOrEqual(10 * 50 * 2);
  expect(markdown.render(80)).toEqual(counted(sentence.repeat(2_500)).markdown.render(80));
});

const words = fc.constantFrom(
  ...[
    "word ",
    "more words and more ",
    "**bold** ",
    "**never closed ",
    "`code` ",
    "`",
    "[link](https://a.b/c) ",
    "[open ",
  ],
  ...[
    "*",
    "_",
    "snake_case ",
    "2 * 3 ",
    "$x^2$ ",
    "$5 ",
    "<b>",
    "<open ",
    "\n",
    "  \n",
    "\n  indented ",
    "日本語の文。",
    "~~gone~~ ",
  ],
  ...["https://example.org/a/b ", "\\* ", "a|b\n", "x".repeat(300), "\n1 ", "\n- ", "\n=", "\n\n", "\n# ", "\n|-|-|\n"],
);

test("a long paragraph comes out the same whole and in pieces, whatever is in it", () => {
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 20, max: 120 }),
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 }),
      (parts, repeats, sizes) => {
        const plain = `Begin ${"plain words ".repeat(160)}`;
        const source = plain + parts.join("").repeat(repeats).slice(0, 9_000) + parts.join("");
        const streamed = new Markdown("", 0, 0, markdownTheme);
        for (let at = 0, step = 0; at < source.length; step++) {
          const size = sizes[step % sizes.length] ?? 1;
          streamed.appendText(source.slice(at, at + size));
          at += size;
          if (step % 3 === 0) {
            const whole = new Markdown(source.slice(0, at), 0, 0, markdownTheme);
            expect(streamed.render(40)).toEqual(whole.render(40));
          }
        }
        expect(streamed.render(40)).toEqual(new Markdown(source, 0, 0, markdownTheme).render(40));
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

test("bold that ends far away is still bold, and what never closes does not stop the text", () => {
  const bold = `${"word ".repeat(420)}**${"bold ".repeat(100)}end** ${"word ".repeat(500)}`;
  const shown = counted(bold).markdown.render(4000).join("");
  expect(shown).toContain(`<${"bold ".repeat(100)}end>`);
  const unclosed = `${"word ".repeat(420)}\`${"code ".repeat(2_000)}`;
  expect(counted(unclosed).markdown.render(20_000)).toEqual([unclosed.trimEnd()]);
});
