import fc from "fast-check";
import { expect, test } from "vitest";
import { fencedLanguages, markdownToHtml } from "../../../src/core/export/markdown-html.ts";
import { CodePainter } from "../../../src/core/export/page/code-html.ts";

test.each([
  ["plain & <b>", "<p>plain &#38; &#60;b&#62;</p>"],
  ["# One\n\n###### Six #", "<h2>One</h2>\n<h3>Six</h3>"],
  ["**bold** *it* ~~gone~~ `a*b*`", "<p><strong>bold</strong> <em>it</em> <del>gone</del> <code>a*b*</code></p>"],
  ["2 * 3 * 4 and snake_case_name", "<p>2 * 3 * 4 and snake_case_name</p>"],
  [
    "```ts\nconst a = '<';\n```\nafter",
    '<pre data-language="ts"><code>const a = &#39;&#60;&#39;;</code></pre>\n<p>after</p>',
  ],
  ["````\n```\n````", "<pre><code>```</code></pre>"],
  ["~~~\nnever closed", "<pre><code>never closed</code></pre>"],
  [
    "- [x] done\n- [ ] open",
    '<ul><li class="task"><p><span role="img" aria-label="Done">☑</span> done</p></li><li class="task"><p><span role="img" aria-label="Open">☐</span> open</p></li></ul>',
  ],
  ["$\\alpha^2$ and $5 to $10", '<p><span class="math">α²</span> and $5 to $10</p>'],
  [
    "see https://x.test/a.",
    '<p>see <a href="https://x.test/a" target="_blank" rel="noreferrer noopener">https://x.test/a</a>.</p>',
  ],
  ["a &lt;b&gt; &copy;", "<p>a &lt;b&gt; &#38;copy;</p>"],
  ["a <b>c</b>", "<p>a &#60;b&#62;c&#60;/b&#62;</p>"],
  ["- a\n  - b\n- c", "<ul><li><p>a</p>\n<ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>"],
  ["3. a\n4. b", '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ["> a\n> b", "<blockquote><p>a\nb</p></blockquote>"],
  [
    "| a | |\n|---|--:|\n| 1 | `2` |",
    '<div class="wide" role="group" aria-label="Table" tabindex="0"><table><tr><th>a</th><td class="right"></td></tr><tr><td>1</td><td class="right"><code>2</code></td></tr></table></div>',
  ],
  ["a\n\n---\n\nb", "<p>a</p>\n<hr>\n<p>b</p>"],
  [
    "[docs](https://x.test/?a=1&b)",
    '<p><a href="https://x.test/?a=1&#38;b" target="_blank" rel="noreferrer noopener">docs</a></p>',
  ],
  ["[x](javascript:alert(1))", "<p>x <code>javascript:alert(1)</code></p>"],
  ["", ""],
])("%j", (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html);
});

test("code is coloured by its language, a diagram drawn", async () => {
  const text = "```js\nconst a = 1;\n```\n\n```mermaid\ngraph TD\n  A --> B\n```";
  const html = markdownToHtml(text, await CodePainter.load(fencedLanguages(text)));
  expect(html).toMatch(
    /<pre data-language="js"><code><span class="c\d+">const<\/span> a = <span class="c\d+">1<\/span>;/,
  );
  expect(html).toContain('<div class="wide" role="group" aria-label="Diagram" tabindex="0"><pre class="diagram">┌───┐');
});

test("whatever the text, only tags of ours come out, and it comes to an end", () => {
  const tags =
    /<\/?(?:p|h[2-6]|ul|ol(?: start="\d+")?|li(?: class="task")?|pre(?: data-language="[^"<>]*")?|code|blockquote|div(?: class="wide" role="group" aria-label="Table" tabindex="0")?|table|tr|t[hd](?: class="\w+")?|hr|br|strong|em|del|span(?: role="img" aria-label="\w+")?|a(?: href="[^"<>]*" target="_blank" rel="noreferrer noopener")?)>/g;
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
    "[ ] ",
    "<br>",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(markdownToHtml(pieces.join("")).replace(tags, "")).not.toMatch(/[<>]/);
    }),
  );
});

test("an address with parentheses is a link to the whole of it", () => {
  expect(markdownToHtml("[a](https://example.com/a_(b)) and [b](javascript:x)")).toBe(
    '<p><a href="https://example.com/a_(b)" target="_blank" rel="noreferrer noopener">a</a> and b <code>javascript:x</code></p>',
  );
});

test("marks at the end of a heading are left out", () => {
  expect(markdownToHtml("## Title ##\n\n# C#")).toBe("<h2>Title</h2>\n<h2>C#</h2>");
});

test("what is nested deeper than anybody counts stays text", () => {
  const html = markdownToHtml(`${">".repeat(20_000)} x\n\n${"- ".repeat(20_000)}y`);
  expect(html.split("<blockquote>")).toHaveLength(14);
  expect(html.split("<ul>")).toHaveLength(14);
});

test.each([
  ["brackets", "[".repeat(200_000)],
  ["links without an end", "[a](http:".repeat(50_000)],
  ["code marks", `x ${"`".repeat(200_000)}`],
  ["a heading of marks", `# ${"#".repeat(200_000)} x${" ".repeat(200_000)}y`],
])("%s take no more time than their length", (_, text) => {
  expect(markdownToHtml(text).length).toBeGreaterThan(text.length / 2);
});
