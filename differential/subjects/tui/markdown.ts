import * as fc from "fast-check";
import { subject } from "../../subject.ts";
import { plain, visible } from "../cells.ts";
import { markdownTheme } from "./theme.ts";

const inline = fc.constantFrom(
  "word",
  "**bold**",
  "*italic*",
  "`code`",
  "~~gone~~",
  "[link](https://example.com)",
  "https://example.com",
  "![image](a.png)",
  "a\\*b",
  "&amp;",
  "<b>html</b>",
  "two words",
  "漢字",
  "***both***",
  "$x^2$",
  "line\nbreak",
  "hard  \nbreak",
);
const paragraph = fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" "));
const block = fc.oneof(
  { weight: 3, arbitrary: paragraph },
  paragraph.chain((text) =>
    fc.constantFrom(
      `# ${text}`,
      `### ${text}`,
      `${text}\n===`,
      `> ${text}\n> more`,
      `- ${text}\n- two\n  - nested\n- three`,
      `1. ${text}\n2. two`,
      `3. ${text}\n7. two`,
      `- [ ] ${text}\n- [x] done`,
    ),
  ),
  fc.constantFrom(
    "```ts\nconst a = 1;\n```",
    "```\nplain\n\ncode\n```",
    "    indented",
    "---",
    "| a | b |\n|---|--:|\n| 1 | 2 |\n| long cell | x |",
    "<div>\nhtml\n</div>",
    "```\nopen",
    "> - quoted list",
    "- item\n\n  second paragraph",
    "$$\n\\frac{a}{b}\n$$",
  ),
);

export const markdownSubjects = [
  subject({
    name: "tui/markdown-text",
    inputs: fc.record({ blocks: fc.array(block, { maxLength: 4 }), width: fc.integer({ min: 30, max: 120 }) }),
    runs: 500,
    run: ({ tui }, { blocks, width }) =>
      new tui.Markdown(blocks.join("\n\n"), 0, 0, markdownTheme).render(width).map((row) => plain(row).trimEnd()),
  }),
  subject({
    name: "tui/markdown-styles",
    inputs: fc.record({
      text: paragraph,
      width: fc.integer({ min: 30, max: 120 }),
      x: fc.integer({ min: 0, max: 2 }),
      y: fc.integer({ min: 0, max: 2 }),
    }),
    runs: 300,
    run: ({ tui }, { text, width, x, y }) => new tui.Markdown(text, x, y, markdownTheme).render(width).map(visible),
  }),
  subject({
    name: "tui/latex",
    inputs: fc.tuple(
      fc
        .array(
          fc.constantFrom(
            "x",
            "a+b",
            "\\alpha",
            "\\frac{a}{b}",
            "^2",
            "_{ij}",
            "\\sqrt{x}",
            "\\sum_{i=1}^{n}",
            "\\int",
            "\\le",
            "\\to",
            "\\mathbb{R}",
            "\\text{if }",
            "\\left(",
            "\\right)",
            "{",
            "}",
            "\\unknown",
            "\\\\",
            "&",
            " ",
            "\\begin{matrix}a & b\\\\c & d\\end{matrix}",
            "\\hat{x}",
            "\\cdot",
            "\\infty",
          ),
          { maxLength: 6 },
        )
        .map((parts) => parts.join("")),
      fc.constantFrom(undefined, { display: true }, { display: false }),
    ),
    runs: 500,
    run: ({ tui }, [source, options]) => tui.renderLatex(source, options),
  }),
];
