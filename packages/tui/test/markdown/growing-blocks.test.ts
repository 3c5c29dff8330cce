import fc from "fast-check";
import { expect, test } from "vitest";
import { Markdown } from "../../src/index.ts";
import { BlocksDrawing } from "../../src/markdown/draw/draw-blocks.ts";
import { BlockStream } from "../../src/markdown/growing/block-stream.ts";
import { parseBlocks } from "../../src/markdown/parse/parse-blocks.ts";
import { renderBlock } from "../../src/markdown/render/render-block.ts";
import { createContext } from "../../src/markdown/render/render-context.ts";
import { markdownTheme } from "../themes.ts";

const WIDTH = 40;

const marks = fc.constantFrom(
  "> ",
  ">",
  "> > ",
  "- ",
  "  ",
  "    ",
  "1. ",
  "   ",
  "> - ",
  "- > ",
  "",
  "",
  "\t",
  "* ",
  "- [x] ",
);
const texts = fc.constantFrom(
  ...[
    "text that goes on",
    "**bold** and `code`",
    "",
    "",
    "# heading",
    "---",
    "===",
    "```ts",
    "```",
    "~~~",
    "| a | b |",
  ],
  ...[
    "|---|---|",
    "| one | two |",
    "<div>",
    "</div>",
    "<!-- note",
    "-->",
    "- item",
    "2. second",
    "> quoted",
    "[a]: b",
    "[a]",
  ],
  ...["    code", "-", "*", "1", "1.", "-x", "日本語の段落。", "- - -"],
);
const line = fc.tuple(marks, marks, texts).map((parts) => parts.join(""));
/** A few lines, some of them repeated until the block that they make is long. */
const document = fc
  .array(fc.tuple(fc.array(line, { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 1, 1, 60)), { maxLength: 8 })
  .map((parts) => parts.map(([lines, count]) => `${lines.join("\n")}\n`.repeat(count)).join(""));
const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 400 })), {
  minLength: 1,
  maxLength: 6,
});

/** The source parsed at once and drawn block by block: nothing in it grows. */
function drawWhole(source: string, width = WIDTH): string[] {
  const context = createContext(markdownTheme, {}, undefined);
  const lines: string[] = [];
  let previous: string | undefined;
  let isSpaced = false;
  for (const token of parseBlocks(source, { definitions: new Map(), latex: true })) {
    if (token.type === "space" || token.type === "definition") {
      isSpaced = true;
      continue;
    }
    const drawn = renderBlock(token, width, context, context.base);
    const isIntroduced = previous === "paragraph" && token.type === "list";
    if (drawn.length > 0 && lines.length > 0 && (isSpaced || !isIntroduced)) lines.push("");
    lines.push(...drawn);
    previous = token.type;
    isSpaced = false;
  }
  return lines;
}

test("blocks inside blocks come out the same whole and in pieces", () => {
  fc.assert(
    fc.property(document, sizes, fc.constantFrom(WIDTH, 6), (source, steps, width) => {
      const streamed = new Markdown("", 0, 0, markdownTheme);
      for (let at = 0, step = 0; at < source.length; step++) {
        const size = steps[step % steps.length] ?? 1;
        streamed.appendText(source.slice(at, at + size));
        at += size;
        const lines = streamed.render(width);
        // Blanks at the end of open code are shown, and a definition counts, only when the line is complete.
        const known = source.slice(0, at);
        if (step % 16 === 0 && /(?<!: b)(?<=\S)$/.test(known)) expect(lines).toEqual(drawWhole(known, width));
      }
      expect(streamed.render(width)).toEqual(drawWhole(source, width));
    }),
    { numRuns: 100 },
  );
}, 120_000);

/** A stream and its drawing that count the characters they parse and draw. */
function counted() {
  let characters = 0;
  const stream = new BlockStream({
    latex: true,
    parse: (source, options) => {
      characters += source.length;
      return parseBlocks(source, options);
    },
  });
  const context = createContext(markdownTheme, {}, undefined);
  const finish = (line: string) => {
    characters += line.length;
    return line;
  };
  const drawing = new BlocksDrawing(stream, { width: WIDTH, context, style: context.base, finish });
  /** Appends the source in small pieces; what each of them costs. */
  const feed = (source: string): number[] => {
    const costs: number[] = [];
    for (let at = 0; at < source.length; at += DELTA) {
      const before = characters;
      stream.append(source.slice(at, at + DELTA));
      drawing.render();
      costs.push(characters - before);
    }
    return costs;
  };
  // A line that was styled in pieces looks the same.
  const lines = () => drawing.render().flatMap((part) => part.map((line) => line.replaceAll("\x1b[39m\x1b[32m", "")));
  return { feed, lines };
}

const DELTA = 7;
const LENGTH = 20_000;

/** What begins a block, and what it grows by. */
const long: readonly (readonly [name: string, start: string, more: string])[] = [
  ["quote with one paragraph", "", "> Words that go on in a quote.\n"],
  ["quote with many paragraphs", "", "> Words that go on in a quote.\n>\n> And **more**:\n>\n> - of\n> - them\n>\n"],
  ["quote that goes on without marks", "> A quote\n", "goes on without its mark\n"],
  ["list with one huge item", "- First\n", "  words of the item\n\n  And a new paragraph.\n\n"],
  ["huge item below a small one", "- Small\n- **Huge**\n", "  words of the item\n"],
  ["list item with one paragraph", "1. First\n", "   words of the item\n"],
  ["list with many items", "", "- An item of the list\n"],
  ["list of tasks with long items", "", `- [x] ${"Many words in it. ".repeat(80)}\n\n  More.\n`],
  ["table with many rows", "| a | b |\n|---|---|\n", "| one | two words |\n"],
  ["table in a quote", "> | a | b |\n> |---|---|\n", "> | one | two words |\n"],
  ["HTML block", "<div>\n", "<p>Words in a block</p>\n"],
  ["HTML comment", "<!--\n", "Words in a comment\n\n"],
  ["HTML in a list item", "- <div>\n", "  <p>Words in a block</p>\n"],
  ["quote in a list item", "- Item\n\n", "  > Words that go on in a quote.\n"],
  ["list in a quote", "", "> - An item of the list\n"],
  ["code in a quote", "> ```ts\n", "> const code = 1;\n"],
  ["code in a list in a quote", "> 1. Do:\n>\n>    ```ts\n", ">    const code = 1;\n"],
  ["indented code", "", "    const code = 1;\n\n"],
  ["one line of code", "```ts\n", "const code = 1; "],
  ["one line of code without blanks", "```\n", "MTIzNDU2Nzg5MA"],
  ["one line of code in a quote", "> ```ts\n> ", "const code = 1; "],
  ["one line of indented code", "    ", "const code = 1; "],
  ["one line of HTML", "<div>\n", "<p>Words in a line</p> "],
  ["one line of HTML that begins the block", "<div>", "<p>Words in a line</p> "],
  ["one line of HTML in a list item", "- <div>\n  ", "<p>Words in a line</p> "],
  ["indented code in a quote", "> Code:\n>\n", ">     const code = 1;\n"],
];

test.each(long)("%s: a delta costs the same, however long it is, and its end is drawn once", (_, start, more) => {
  const { feed, lines } = counted();
  const source = start + more.repeat(Math.ceil(LENGTH / more.length));
  expect(Math.max(...feed(source))).toBeLessThanOrEqual(MAX_COST);
  expect(lines()).toEqual(drawWhole(source));
  const whole = source.length + lines().join("").length;
  const end = "\n\nWords that are not part of it, and **more**.\n\n- And\n- so\n- on\n".repeat(5);
  expect(feed(end).reduce((sum, cost) => sum + cost)).toBeLessThanOrEqual(2 * whole);
  expect(lines()).toEqual(drawWhole(source + end));
});

/** Blocks of up to 1 KB are parsed as a whole, at each level; of code 48 lines are drawn together. */
const MAX_COST = 10_000;

test("a table is laid out again only when a column gets wider", () => {
  const { feed, lines } = counted();
  const rows = Array.from({ length: 1_000 }, (_, row) => `| ${"word ".repeat(row % 10)} | ${row} |\n`);
  const source = `| a | b |\n|---|---|\n${rows.join("")}`;
  const costs = feed(source);
  expect(costs.filter((cost) => cost > MAX_COST).length).toBeLessThanOrEqual(WIDTH);
  expect(lines()).toEqual(drawWhole(source));
});

test.each([
  ["code", "```\n"],
  ["HTML", "<div>\n"],
])("a long line of %s with styles of its own comes out the same whole and in pieces", (_, start) => {
  const { feed, lines } = counted();
  const source = start + "\x1b[38;2;10;20;30mab\x1b[39m".repeat(300);
  feed(source);
  expect(lines()).toEqual(drawWhole(source));
});

test("lines of code that are long, one after the other, come out the same whole and in pieces", () => {
  const { feed, lines } = counted();
  const source = `\`\`\`\n${["one", "two", "three"].map((word) => `${word} `.repeat(700)).join("\n")}`;
  feed(source.trimEnd());
  expect(lines()).toEqual(drawWhole(source.trimEnd()));
});

test("code that has not begun is the one empty line that it is if it ends there", () => {
  const { feed, lines } = counted();
  feed("```\n");
  expect(lines()).toEqual(drawWhole("```\n"));
});

test("how a text is cut never shows, also between the halves of a line's end or of an escape sequence", () => {
  const link = "\x1b]8;;u\x07y\x1b]8;;\x1b\\";
  const part = fc.constantFrom(
    "a",
    "# b",
    "\r",
    "\n",
    "\r\n",
    "\x1b",
    "\x1b[2J",
    "\x1b[31mred",
    link,
    " ",
    "\u{1f642}",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), fc.array(fc.nat(40)), (parts, cuts) => {
      const text = `${parts.join("")}\nend`;
      const edges = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const growing = new Markdown("", 0, 0, markdownTheme);
      for (const [index, edge] of edges.entries()) growing.appendText(text.slice(edges[index - 1] ?? 0, edge));
      expect(growing.render(WIDTH)).toEqual(new Markdown(text, 0, 0, markdownTheme).render(WIDTH));
    }),
    { numRuns: 300 },
  );
});

test("a sequence that never ends hides nothing that follows it", () => {
  const growing = new Markdown("", 0, 0, markdownTheme);
  for (const piece of ["a \x1b]8;;u", "\nthe rest"]) growing.appendText(piece);
  expect(growing.render(WIDTH)).toEqual(["a ]8;;u", "the rest"]);
  growing.appendText(`\n\n\x1b]${"x".repeat(2000)}`);
  expect(growing.render(WIDTH).join("")).toContain("x".repeat(WIDTH));
});
