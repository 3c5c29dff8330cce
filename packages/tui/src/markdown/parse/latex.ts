import { latePattern } from "../../text/late-pattern.ts";
import { renderLatex } from "../latex/index.ts";
import type { InlineToken } from "./tokens.ts";

const DISPLAY = /\$\$([^$]{1,2000}?)\$\$|\\\[([\s\S]{1,2000}?)\\\]/y;
/** No blank directly inside the dollars and no digit after them: `$5 and $10` is money. */
const INLINE = /\$(?![\s$])([^$\n]{0,499}[^\s$\\])\$(?!\d)|\\\(([^\n]{1,500}?)\\\)/y;

/** Reads a formula and renders it as Unicode. A formula that cannot be rendered stays plain text. */
export function readLatex(text: string, start: number): { token: InlineToken; length: number } | undefined {
  const match = at(DISPLAY, text, start) ?? at(INLINE, text, start);
  const formula = match?.[1] ?? match?.[2];
  if (!match || formula === undefined || !looksLikeFormula(formula)) return undefined;
  const drawn = renderLatex(formula.trim());
  return drawn === undefined ? undefined : { token: { type: "latex", text: drawn }, length: match[0].length };
}

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

const formulaSign = latePattern(String.raw`[\\^_=<>+]|^\s*\p{L}\s*$`);

/** Rules out shell variables and prices, which also contain dollars. */
function looksLikeFormula(formula: string): boolean {
  return formulaSign().test(formula);
}
