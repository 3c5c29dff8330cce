import { parseBlocks } from "./parse/parse-blocks.ts";
import type { BlockToken } from "./parse/tokens.ts";

/** The blocks that `Markdown` draws of a text, for what shows it elsewhere than on a terminal. Formulas are Unicode already. */
export function parseMarkdown(text: string): BlockToken[] {
  return parseBlocks(text.replaceAll("\r\n", "\n"), { definitions: new Map(), latex: true });
}
