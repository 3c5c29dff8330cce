import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Markdown, stripTerminalSequences, visibleWidth } from "../../src/index.ts";
import { markdownTheme, plainMarkdownTheme } from "../themes.ts";
import { documents } from "./documents.ts";

function plain(source: string, width = 40): string[] {
  return new Markdown(source, 0, 0, plainMarkdownTheme).render(width).map(stripTerminalSequences);
}

test("P-TUI-48: headings, lists, code and emphasis are shown within the width", () => {
  expect(plain("# Title\n\nSome **bold** and `code`.\n\n- one\n- two\n\n```ts\nlet a;\n```")).toEqual([
    "Title",
    "",
    "Some bold and code.",
    "",
    "- one",
    "- two",
    "",
    "── ts",
    "  let a;",
    "──",
  ]);
});

test("R385: tables wrap by words within the width", () => {
  expect(plain("| name | what it does |\n|---|---|\n| wrap | breaks lines at words |", 30)).toEqual([
    "┌──────┬─────────────────────┐",
    "│ name │ what it does        │",
    "├──────┼─────────────────────┤",
    "│ wrap │ breaks lines at     │",
    "│      │ words               │",
    "└──────┴─────────────────────┘",
  ]);
});

test.each(documents)("%j fits every width", (source) => {
  for (const width of [1, 2, 5, 10, 20, 40, 80, 200]) {
    const lines = new Markdown(source, 1, 1, markdownTheme).render(width);
    expect(lines.filter((line) => visibleWidth(line) > width)).toEqual([]);
  }
});

test.each(documents)("however %j is cut, streaming it gives what parsing it at once gives", (source) => {
  const whole = new Markdown(source, 0, 0, markdownTheme).render(40);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(source.length), { maxLength: 30 }), (cuts) => {
      const streamed = new Markdown("", 0, 0, markdownTheme);
      for (const end of [...cuts.sort((a, b) => a - b), source.length]) {
        streamed.setText(source.slice(0, end));
        streamed.render(40);
      }
      expect(streamed.render(40)).toEqual(whole);
    }),
    { numRuns: 30 },
  );
});

describe("identity of the lines", () => {
  test("unchanged text gives the same array", () => {
    const markdown = new Markdown("# a\n\nb", 1, 0, markdownTheme);
    const first = markdown.render(40);
    markdown.setText("# a\n\nb");
    expect(markdown.render(40)).toBe(first);
    markdown.appendText(" c");
    expect(markdown.render(40)).not.toBe(first);
  });

  test("a row of a table is drawn once, whatever rows follow", () => {
    let drawn = 0;
    const theme = { ...plainMarkdownTheme, code: (text: string) => `${text}${drawn++ < 0 ? "!" : ""}` };
    const markdown = new Markdown("| a | b |\n|---|---|\n", 0, 0, theme);
    for (let row = 0; row < 50; row++) {
      markdown.appendText(`| \`${row % 10}\` | x |\n`);
      markdown.render(40);
    }
    expect(drawn).toBe(50);
    markdown.invalidate();
    expect(markdown.render(40)).toHaveLength(103);
    expect(drawn).toBe(100);
  });

  test("closed blocks are drawn once, whatever is appended", () => {
    let drawn = 0;
    const theme = { ...plainMarkdownTheme, heading: (text: string) => `${text}${drawn++ < 0}` };
    const markdown = new Markdown("# once\n\n", 0, 0, theme);
    for (let index = 0; index < 50; index++) {
      markdown.appendText(`word `);
      markdown.render(40);
    }
    expect(drawn).toBeLessThan(6);
  });
});

test("hostile content in the source does nothing", () => {
  const lines = new Markdown("a\x1b[2J\x1b]0;title\x07b `\x1b]52;c;AA\x07c`", 0, 0, plainMarkdownTheme).render(40);
  expect(lines.map(stripTerminalSequences)).toEqual(["ab c"]);
  expect(lines.join("")).not.toContain("\x1b]52");
  expect(lines.join("")).not.toContain("\x1b[2J");
});
