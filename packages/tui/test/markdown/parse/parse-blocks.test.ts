import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBlocks } from "../../../src/markdown/parse/parse-blocks.ts";
import type { BlockToken } from "../../../src/markdown/parse/tokens.ts";
import { documents } from "../documents.ts";

function parse(source: string): BlockToken[] {
  return parseBlocks(source, { definitions: new Map(), latex: false });
}

/** `list(item(paragraph) item(paragraph code))` */
function shape(tokens: readonly BlockToken[]): string {
  return tokens
    .map((token) => {
      if (token.type === "blockquote") return `quote(${shape(token.tokens)})`;
      if (token.type !== "list") return token.type;
      return `list(${token.items.map((item) => `item(${shape(item.tokens)})`).join(" ")})`;
    })
    .join(" ");
}

const anything = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "# ",
        "- ",
        "  - ",
        "1. ",
        "2) ",
        "> ",
        "```",
        "~~~\n",
        "    ",
        "\t",
        "---",
        "===",
        "| a | b |",
        "|-|-|",
      ),
      fc.constantFrom("\n", "\n\n", "text", "[a]: b", "<div>", "<!--", "-->", "<b>", "*x*", " ", "\\", "`", "[x](y)"),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

test.each(documents)("the blocks of %j, joined, are the source", (source) => {
  expect(
    parse(source)
      .map((token) => token.raw)
      .join(""),
  ).toBe(source);
});

test("the blocks of anything, joined, are the source", () => {
  fc.assert(
    fc.property(anything, (source) => {
      expect(
        parse(source)
          .map((token) => token.raw)
          .join(""),
      ).toBe(source);
    }),
  );
});

describe("shapes", () => {
  test.each([
    ["a\nb\n\nc", "paragraph space paragraph"],
    ["a\n===\nb\n---\n---", "heading heading hr"],
    ["#no\n# yes #\n####### no", "paragraph heading paragraph"],
    ["- a\n- b\n\n  c\n- d", "list(item(paragraph) item(paragraph space paragraph) item(paragraph))"],
    ["- a\n  - b\n    - c\n- d", "list(item(paragraph list(item(paragraph list(item(paragraph))))) item(paragraph))"],
    ["- a\n* b\n+ c", "list(item(paragraph)) list(item(paragraph)) list(item(paragraph))"],
    ["1. a\n2) b", "list(item(paragraph)) list(item(paragraph))"],
    ["text\n2. no list\n\n2. list", "paragraph space list(item(paragraph))"],
    ["text\n- list", "paragraph list(item(paragraph))"],
    ["- a\nlazy\n\nnot", "list(item(paragraph)) space paragraph"],
    ["- ```\n  x\n  ```\nout", "list(item(code)) paragraph"],
    ["-\n\n  a", "list(item()) space paragraph"],
    ["- a\n\n\n- b", "list(item(paragraph) item(paragraph))"],
    ["-     code", "list(item(code))"],
    ["> a\nlazy\n> b", "quote(paragraph)"],
    ["> ```\nout", "quote(code) paragraph"],
    ["> - a\n> - b\n\nc", "quote(list(item(paragraph) item(paragraph))) space paragraph"],
    ["> > a\n> b", "quote(quote(paragraph))"],
    ["```\nopen\n\n# no", "code"],
    ["````\n```\n````\nx", "code paragraph"],
    ["~~~ a`b\n~~~", "code"],
    ["```a`b", "paragraph"],
    ["    code\n\n    more\n\ntext", "code space paragraph"],
    ["text\n    no code", "paragraph"],
    ["|a|b|\n|-|:-:|\n|1|\n\nx", "table space paragraph"],
    ["a|b\n-|-\n1|2\n# h", "table heading"],
    ["text\n|a|b|\n|-|-|", "paragraph table"],
    ["|a|b|\n|-|", "paragraph"],
    ["<div>\n\n*x*", "html space paragraph"],
    ["<!-- a\n\nb -->\nc", "html paragraph"],
    ["text <b>\n<div>\nx", "paragraph html"],
    ["<b>alone</b> x\n", "paragraph"],
    ["[a]: b\n[c]: <d e> 'title'\n[no]: x y", "definition definition paragraph"],
    ["text\n[a]: b", "paragraph"],
    ["* * *\n- - -", "hr hr"],
  ])("%j is %s", (source, expected) => {
    expect(shape(parse(source))).toBe(expected);
  });
});

test("cells are cut at bars that have no backslash before them, and fitted to the header", () => {
  const [table] = parse("| a \\| b | c |\n| :- | -: |\n| 1 | 2 | 3 |\n| 4 |");
  expect(table).toMatchObject({
    align: ["left", "right"],
    header: [[{ text: "a | b" }], [{ text: "c" }]],
    rows: [
      [[{ text: "1" }], [{ text: "2" }]],
      [[{ text: "4" }], []],
    ],
  });
});

test("tasks and numbers", () => {
  expect(parse("7. [x] a\n8. [ ] b\n9. [x]")).toMatchObject([
    { ordered: true, start: 7, items: [{ checked: true }, { checked: false }, { tokens: [{ type: "paragraph" }] }] },
  ]);
});

test("nesting has an end, so that hostile text cannot take the stack or the time", () => {
  const quote = "> ".repeat(5_000);
  expect(parse(`${quote}x`)).toHaveLength(1);
  expect(parse(`${"- ".repeat(5_000)}x`)).toHaveLength(1);
});

test.each([
  ...[
    "*",
    "**a",
    "_a_ ",
    "[",
    "![",
    "[a](",
    "[a](<",
    "[a][",
    "`",
    "`a ``b ",
    "<",
    "<!--",
    "<?",
    "a@",
    "http://",
    "www.",
  ],
  ...[
    "$",
    "$a",
    "\\(",
    "\\[",
    "~~",
    "> ",
    "> a\nb\n",
    "- ",
    "- a\nb\n",
    "| a ",
    "|a|b|\n",
    "# ",
    "```",
    "[a]: b\n",
    "* * ",
  ],
])("%j thousands of times takes time in proportion", (piece) => {
  // Anything worse than that would end this test by its time limit.
  const source = piece.repeat(Math.ceil(60_000 / piece.length));
  const blocks = parseBlocks(source, { definitions: new Map([["x", "y"]]), latex: true });
  expect(blocks.reduce((length, { raw }) => length + raw.length, 0)).toBe(source.length);
});
