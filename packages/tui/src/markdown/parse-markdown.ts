import { parseBlocks } from "./parse/parse-blocks.ts";
import type { BlockToken } from "./parse/tokens.ts";

/** Returns the blocks that `Markdown` would draw, for output other than a terminal. Formulas are already Unicode. */
export function parseMarkdown(text: string): BlockToken[] {
  return parseBlocks(text.replaceAll("\r\n", "\n"), { definitions: new Map(), latex: true });
}
