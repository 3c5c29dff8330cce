import type { TokenizerExtensionFunction } from "marked";
import { renderLatex } from "./latex/index.ts";

/** A formula that could be drawn. Others stay plain text. */
export interface LatexToken {
  type: "latex";
  raw: string;
  /** As Unicode. */
  text: string;
}

const DISPLAY = /^\$\$([^$]{1,2000}?)\$\$|^\\\[([\s\S]{1,2000}?)\\\]/;
/** No blank inside the dollars and no digit after: `$5 and $10` is money. */
const INLINE = /^\$(?![\s$])([^$\n]{0,499}[^\s$\\])\$(?!\d)|^\\\(([^\n]{1,500}?)\\\)/;

export const tokenizeLatex: TokenizerExtensionFunction = (source) => {
  const match = DISPLAY.exec(source) ?? INLINE.exec(source);
  const formula = match?.[1] ?? match?.[2];
  if (!match || formula === undefined || !looksLikeFormula(formula)) return undefined;
  const text = renderLatex(formula.trim());
  return text === undefined ? undefined : { type: "latex", raw: match[0], text };
};

export function startOfLatex(source: string): number {
  return source.search(/\$|\\[[(]/);
}

/** Shell variables and prices come in dollars too. */
function looksLikeFormula(formula: string): boolean {
  return /[\\^_=<>+]|^\s*\p{L}\s*$/u.test(formula);
}
