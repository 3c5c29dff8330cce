import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type DefaultTextStyle,
  getCapabilities,
  Markdown,
  type MarkdownOptions,
  setCapabilities,
  stripTerminalSequences,
} from "../../src/index.ts";
import { markdownTheme, plainMarkdownTheme } from "../themes.ts";

const before = getCapabilities();

beforeEach(() => setCapabilities({ images: null, trueColor: true, hyperlinks: false }));
afterEach(() => setCapabilities(before));

function plain(source: string, options?: MarkdownOptions): string[] {
  return new Markdown(source, 0, 0, plainMarkdownTheme, undefined, options).render(40).map(stripTerminalSequences);
}

function styled(source: string, style?: DefaultTextStyle, width = 40): string[] {
  return new Markdown(source, 0, 0, markdownTheme, style).render(width);
}

describe("styles", () => {
  test("an inner style does not end the outer one", () => {
    expect(styled("**a *b* c**")).toEqual(["\x1b[1ma \x1b[22m\x1b[1m\x1b[3mb\x1b[23m\x1b[22m\x1b[1m c\x1b[22m"]);
    expect(styled("## x `y` z")).toEqual([
      "\x1b[33m\x1b[1mx \x1b[22m\x1b[39m\x1b[33m\x1b[1m\x1b[36my\x1b[39m\x1b[22m\x1b[39m\x1b[33m\x1b[1m z\x1b[22m\x1b[39m",
    ]);
  });

  test("the default style is around everything, its background reaches the edge", () => {
    const style = { color: (text: string) => `<${text}>`, bgColor: (text: string) => `{${text}}`, italic: true };
    expect(styled("a", style, 6)).toEqual(["{\x1b[3m<a>\x1b[23m   }"]);
  });

  test("code goes through the highlighter, whole once it is complete", () => {
    const asked: string[] = [];
    const theme = {
      ...plainMarkdownTheme,
      codeBlockIndent: "> ",
      highlightCode: (code: string, lang?: string) => {
        asked.push(`${lang}:${code}`);
        return code.split("\n").map((line) => line.toUpperCase());
      },
    };
    const markdown = new Markdown("```js\na\n", 0, 0, theme);
    expect(markdown.render(20)).toEqual(["── js", "> A", "──"]);
    markdown.appendText("b\n```\n");
    expect(markdown.render(20)).toEqual(["── js", "> A", "> B", "──"]);
    expect(asked).toEqual(["js:a", "js:a\nb"]);
  });

  test("a long open code block is highlighted by chunks", () => {
    const asked: number[] = [];
    const theme = {
      ...plainMarkdownTheme,
      highlightCode: (code: string) => {
        const lines = code.split("\n");
        asked.push(lines.length);
        return lines;
      },
    };
    const markdown = new Markdown("```\n", 0, 0, theme);
    for (let line = 0; line < 200; line++) {
      markdown.appendText(`line ${line}\n`);
      markdown.render(20);
    }
    expect(Math.max(...asked)).toBeLessThan(50);
    // Each line by itself, every eighth time with those before it in its chunk.
    expect(asked.reduce((sum, lines) => sum + lines)).toBeLessThan(200 * 5);
    expect(markdown.render(20)).toHaveLength(202);
  });
});

describe("links", () => {
  test("name their target where the terminal knows no hyperlinks", () => {
    expect(plain("[text](https://a.org) <https://b.org> [x@y.z](mailto:x@y.z)")).toEqual([
      "text (https://a.org) https://b.org x@y.z",
    ]);
  });

  test("are hyperlinks where it does", () => {
    setCapabilities({ images: null, trueColor: true, hyperlinks: true });
    const [line] = new Markdown("[text](https://a.org)", 0, 0, plainMarkdownTheme).render(40);
    expect(line).toBe("\x1b]8;;https://a.org\x1b\\text\x1b]8;;\x1b\\");
  });
});

describe("lists", () => {
  test("count, nest, keep their air and their tasks", () => {
    expect(plain("1. a\n1. b\n   - c\n\n     d\n1. e")).toEqual(["1. a", "2. b", "   - c", "", "     d", "3. e"]);
    expect(plain("- [ ] open\n- [x] done")).toEqual(["- [ ] open", "- [x] done"]);
    expect(plain("5. five\n6. six")).toEqual(["5. five", "6. six"]);
  });

  test("keep their numbers as written when asked to", () => {
    expect(plain("3. a\n7) b\n1. c", { preserveOrderedListMarkers: true })).toEqual(["3. a", "", "7) b", "", "1. c"]);
  });
});

test("backslashes before punctuation go, or stay when asked to", () => {
  expect(plain("a \\* b \\_ c")).toEqual(["a * b _ c"]);
  expect(plain("a \\* b", { preserveBackslashEscapes: true })).toEqual(["a \\* b"]);
});

test("the line breaks of a source that was wrapped by hand are blanks when asked for; those that are meant stay", () => {
  const source =
    "one\ntwo `co\nde`\nend  \nhard\n\n- an item\n  goes on\n  - an inner\n    too\n- lazy\nline\n\n> a quote\n> on\n\n```\na\nb\n```";
  expect(plain(source, { joinLines: true })).toEqual([
    "one two co de end",
    "hard",
    "",
    "- an item goes on",
    "  - an inner too",
    "- lazy line",
    "",
    "│ a quote on",
    "",
    "──",
    "  a",
    "  b",
    "──",
  ]);
  expect(plain("one\ntwo")).toEqual(["one", "two"]);
});

test("a transform sees the width of the content and may rewrite everything", () => {
  const seen: number[] = [];
  const markdown = new Markdown("x", 2, 0, plainMarkdownTheme, undefined, {
    transform: (source, width) => {
      seen.push(width);
      return `**${source}** ${width}`;
    },
  });
  expect(markdown.render(20).map(stripTerminalSequences)).toEqual(["  x 16"]);
  markdown.setText("y");
  expect(markdown.render(10).map(stripTerminalSequences)).toEqual(["  y 6"]);
  expect(seen).toEqual([16, 6]);
});

test("HTML tags are shown as written, common entities as what they stand for", () => {
  expect(plain("<b>x</b> & &lt;i&gt; &amp;lt; &nbsp;&#39;&unknown;")).toEqual(["<b>x</b> & <i> &lt; \u00a0'&unknown;"]);
  expect(plain("`&lt;`")).toEqual(["&lt;"]);
});
