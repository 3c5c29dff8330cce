import type { Grammar } from "./grammar.ts";
import { type Token, tokenLines } from "./token-lines.ts";

/** Grammars look ahead, so their time grows faster than the text: few lines at once are the cheapest. */
export const CHUNK_LINES = 32;
/** Longer lines are data, not code to be read. */
export const MAX_CHUNK_CHARACTERS = 8_000;
/** Of one text; what comes after is plain. More than a screen shows of it. */
export const MAX_PAINTED_LINES = 1024;

/** The tokens of each line. What is too long to be read as code is plain. */
export function codeTokens(lines: readonly string[], grammar: Grammar | undefined): Token[][] {
  const tokens: Token[][] = [];
  for (let start = 0; start < lines.length; start += CHUNK_LINES) {
    const chunk = lines.slice(start, start + CHUNK_LINES);
    const code = chunk.join("\n");
    const isCode = grammar && start < MAX_PAINTED_LINES && code.length <= MAX_CHUNK_CHARACTERS;
    tokens.push(...(isCode ? tokenLines(grammar.markUp(code)) : chunk.map((text) => [{ text, scope: undefined }])));
  }
  return tokens;
}
