import fc from "fast-check";
import { expect, test } from "vitest";
import { markdownToHtml } from "../../../src/core/export/markdown-html.ts";

test.each([
  ["plain & <b>", "<p>plain &#38; &#60;b&#62;</p>"],
  ["# One\n\n###### Six #", "<h2>One</h2>\n<h6>Six</h6>"],
  ["**bold** *it* ~~gone~~ `a*b*`", "<p><strong>bold</strong> <em>it</em> <del>gone</del> <code>a*b*</code></p>"],
  ["2 * 3 * 4 and snake_case_name", "<p>2 * 3 * 4 and snake_case_name</p>"],
  [
    "```ts\nconst a = '<';\n```\nafter",
    '<pre data-language="ts"><code>const a = &#39;&#60;&#39;;</code></pre>\n<p>after</p>',
  ],
  ["````\n```\n````", "<pre><code>```</code></pre>"],
  ["~~~\nnever closed", "<pre><code>never closed</code></pre>"],
  ["- a\n  - b\n- c", "<ul><li><p>a</p>\n<ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>"],
  ["3. a\n4. b", '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ["> a\n> b", "<blockquote><p>a\nb</p></blockquote>"],
  [
    "| a | b |\n|---|---|\n| 1 | `2` |",
    "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><code>2</code></td></tr></table>",
  ],
  ["a\n\n---\n\nb", "<p>a</p>\n<hr>\n<p>b</p>"],
  [
    "[docs](https://x.test/?a=1&b)",
    '<p><a href="https://x.test/?a=1&#38;b" target="_blank" rel="noreferrer noopener">docs</a></p>',
  ],
  ["[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"],
  ["", ""],
])("%j", (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html);
});

test("whatever the text, only tags of ours come out, and it comes to an end", () => {
  const tags =
    /<\/?(?:p|h[2-6]|ul|ol(?: start="\d+")?|li|pre(?: data-language="[^"<>]*")?|code|blockquote|table|tr|th|td|hr|strong|em|del|a(?: href="[^"<>]*" target="_blank" rel="noreferrer noopener")?)>/g;
  const piece = fc.constantFrom(
    "<",
    ">",
    "&",
    '"',
    "*",
    "`",
    "```",
    "\n",
    "- ",
    "1. ",
    "> ",
    "|",
    "---",
    "#",
    " ",
    "a",
    "[a](https://b)",
    "~~~",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(markdownToHtml(pieces.join("")).replace(tags, "")).not.toMatch(/[<>]/);
    }),
  );
});

test("an address with parentheses is a link to the whole of it", () => {
  expect(markdownToHtml("[a](https://example.com/a_(b)) and [b](javascript:x)")).toBe(
    '<p><a href="https://example.com/a_(b)" target="_blank" rel="noreferrer noopener">a</a> and [b](javascript:x)</p>',
  );
});

test("marks at the end of a heading are left out", () => {
  expect(markdownToHtml("## Title ##\n\n# C#")).toBe("<h3>Title</h3>\n<h2>C#</h2>");
});

test("what is nested deeper than anybody counts stays text", () => {
  const html = markdownToHtml(`${">".repeat(20_000)} x\n\n${"- ".repeat(20_000)}y`);
  expect(html.split("<blockquote>")).toHaveLength(13);
  expect(html.split("<ul>")).toHaveLength(13);
});

test.each([
  ["brackets", "[".repeat(200_000)],
  ["links without an end", "[a](http:".repeat(50_000)],
  ["code marks", `x ${"`".repeat(200_000)}`],
  ["a heading of marks", `# ${"#".repeat(200_000)} x${" ".repeat(200_000)}y`],
])("%s take no more time than their length", (_, text) => {
  expect(markdownToHtml(text).length).toBeGreaterThan(text.length / 2);
});
