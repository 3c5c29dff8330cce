import type { Grammar } from "./grammar.ts";
import { type Token, tokenLines } from "./token-lines.ts";

/** Lines per chunk. Grammars look ahead, so their time grows faster than the text: small chunks are cheapest. */
export const CHUNK_LINES = 32;
/** Longer chunks are data, not code that someone reads. */
export const MAX_CHUNK_CHARACTERS = 8_000;
/** Limit per text, more than a screen shows of it. The lines after it stay plain. */
export const MAX_PAINTED_LINES = 1024;

/** Returns the tokens of each line. Text that is too long to be read as code stays plain. */
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
