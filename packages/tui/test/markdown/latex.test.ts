import { expect, test } from "vitest";
import { Markdown, renderLatex, stripTerminalSequences } from "../../src/index.ts";
import { plainMarkdownTheme } from "../themes.ts";

test.each([
  ["E = mc^2", "E = mc²"],
  ["x_{i+1} \\leq \\frac{1}{2}", "xᵢ₊₁ ≤ 1/2"],
  ["\\sum_{i=1}^{n} \\frac{1}{i^2}", "∑ᵢ₌₁ⁿ 1/i²"],
  ["\\frac{a+b}{c}", "(a+b)/c"],
  ["\\sqrt{x + 1}", "√(x + 1)"],
  ["\\alpha \\to \\mathbb{R}", "α → ℝ"],
  ["\\text{if } x \\in S", "if x ∈ S"],
  ["\\left( a \\right)", "( a )"],
  ["e^{i\\pi} + 1 = 0", "e^(iπ) + 1 = 0"],
  ["\\hat{x}", "x\u0302"],
  ["\\{ a \\}", "{ a }"],
])("%s becomes %s", (source, expected) => {
  expect(renderLatex(source)).toBe(expected);
});

test.each(["\\unknown{x}", "{a", "a}", "x^", "\\frac{1}", "a & b", "{".repeat(100)])(
  "%s is not understood",
  (source) => {
    expect(renderLatex(source)).toBeUndefined();
  },
);

function shown(source: string, options = {}): string[] {
  return new Markdown(source, 0, 0, plainMarkdownTheme, undefined, options).render(80).map(stripTerminalSequences);
}

test("formulas in text are drawn, money and shell variables are not", () => {
  expect(shown("so $a_1 * b_2 = c$ and \\(x^2\\) holds")).toEqual(["so a₁ * b₂ = c and x² holds"]);
  expect(shown("costs $5 and $10, $HOME and $PATH")).toEqual(["costs $5 and $10, $HOME and $PATH"]);
  expect(shown("broken $\\unknown{x}$ stays")).toEqual(["broken $\\unknown{x}$ stays"]);
  expect(shown("$$\\int x^2$$")).toEqual(["∫ x²"]);
  expect(shown("`$a^2$` in code")).toEqual(["$a^2$ in code"]);
});

test("drawing formulas can be switched off", () => {
  expect(shown("$a^2$", { renderLatex: false })).toEqual(["$a^2$"]);
});
