import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInline } from "../../../src/markdown/parse/parse-inline.ts";
import type { InlineToken } from "../../../src/markdown/parse/tokens.ts";

const definitions = new Map([["ref", "https://ref.org"]]);

/** Emphasis as tags, links as `«text»(href)`, code in `{}`, breaks as `|`. */
function show(tokens: readonly InlineToken[]): string {
  return tokens.map(showToken).join("");
}

function showToken(token: InlineToken): string {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return `<${token.type}>${show(token.tokens)}</${token.type}>`;
    case "link":
      return `«${show(token.tokens)}»(${token.href})`;
    case "codespan":
      return `{${token.text}}`;
    case "break":
      return "|";
    default:
      return token.text;
  }
}

test.each([
  ["plain", "plain"],
  [
    "*a* **b** ***c*** __d__ _e_",
    "<em>a</em> <strong>b</strong> <em><strong>c</strong></em> <strong>d</strong> <em>e</em>",
  ],
  ["**a *b* c** *a **b** c*", "<strong>a <em>b</em> c</strong> <em>a <strong>b</strong> c</em>"],
  ["a * b * c ** d", "a * b * c ** d"],
  ["snake_case_name and __init__.py", "snake_case_name and <strong>init</strong>.py"],
  ["in*tra*word un_changed_", "in<em>tra</em>word un_changed_"],
  ["*foo**bar**baz* **a*b**", "<em>foo<strong>bar</strong>baz</em> <strong>a*b</strong>"],
  ["*a **b* c**", "<em>a <em><em>b</em> c</em></em>"],
  ["~~gone~~ ~5 files~ ~~~x~~~", "<del>gone</del> ~5 files~ ~~~x~~~"],
  ["`a` ``b`c`` ` d ` ``open", "{a} {b`c} {d} ``open"],
  ["`*no*` \\*no\\* \\`no\\` \\a", "{*no*} *no* `no` \\a"],
  ["[a](b) [a b](<c d> 'title') [x](y(z)) [](e)", "«a»(b) «a b»(c d) «x»(y(z)) «»(e)"],
  ["[*a*](b) **[c](d)**", "«<em>a</em>»(b) <strong>«c»(d)</strong>"],
  ["[a](b c) [a] (b) [a](", "[a](b c) [a] (b) [a]("],
  ["![alt](img.png) [![alt](i)](l)", "«alt»(img.png) ««alt»(i)»(l)"],
  ["[ref] [text][ref] [REF][] [no]", "«ref»(https://ref.org) «text»(https://ref.org) «REF»(https://ref.org) [no]"],
  ["[a [b](c) d](e)", "[a «b»(c) d](e)"],
  [
    "<https://a.org> <x@y.org> <b>*t*</b>",
    "«https://a.org»(https://a.org) «x@y.org»(mailto:x@y.org) <b><em>t</em></b>",
  ],
  [
    "see https://a.org/x_y_z, or www.b.org.",
    "see «https://a.org/x_y_z»(https://a.org/x_y_z), or «www.b.org»(http://www.b.org).",
  ],
  [
    "(https://a.org/b_(c)) https://a.org?",
    "(«https://a.org/b_(c)»(https://a.org/b_(c))) «https://a.org»(https://a.org)?",
  ],
  [
    "[https://a.org](https://b.org) [see https://a.org]",
    "«https://a.org»(https://b.org) [see «https://a.org»(https://a.org)]",
  ],
  ["mail a.b@c.org, not @name or a@b", "mail «a.b@c.org»(mailto:a.b@c.org), not @name or a@b"],
  ["xhttps://no.org https:// www.", "xhttps://no.org https:// www."],
  ["a  \nb\\\nc \nd\ne", "a|b|c\nd\ne"],
  ["日本**太字**です *語*", "日本<strong>太字</strong>です <em>語</em>"],
])("%j is %j", (source, expected) => {
  expect(show(parseInline(source, { definitions, latex: false }))).toBe(expected);
});

test("formulas are drawn, money and shell variables are not", () => {
  const latex = (source: string) => show(parseInline(source, { definitions, latex: true }));
  expect(latex("$x^2$ and \\(a_1\\)")).toBe("x² and a₁");
  expect(latex("$5 and $10, $HOME/$USER")).toBe("$5 and $10, $HOME/$USER");
});

test("no visible character is lost, whatever the source", () => {
  const source = fc.array(
    fc.constantFrom("a", " b ", "*", "**", "_", "~~", "`", "[", "]", "!", "<", ">", "@", "😀", "日"),
  );
  fc.assert(
    fc.property(source, (parts) => {
      const text = parts.join("");
      const shown = (all: string) => all.replace(/[^ab日😀@]/gu, "");
      const drawn = show(parseInline(text, { definitions: new Map(), latex: true })).replace(
        /<\/?(?:strong|em|del)>/g,
        "",
      );
      expect(shown(drawn)).toBe(shown(text));
    }),
  );
});
