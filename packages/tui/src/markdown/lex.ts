import { Lexer, type Links, type MarkedToken, type Token, Tokenizer, type Tokens } from "marked";

/** The lexer is used without extensions, so it makes no generic tokens. */
export type MarkdownToken = MarkedToken;

/** Targets of reference links by label. */
export type LinkDefinitions = Links;

/** Single tildes are common in prose (`~5 files`): only double ones strike out. */
class StrictTokenizer extends Tokenizer {
  override del(src: string, maskedSrc: string, prevChar?: string): Tokens.Del | undefined {
    return src.startsWith("~~") ? super.del(src, maskedSrc, prevChar) : undefined;
  }
}

/** The top-level blocks of a source. `definitions` are those found elsewhere in the text. */
export function lexBlocks(source: string, definitions: LinkDefinitions): MarkdownToken[] {
  const lexer = new Lexer({ gfm: true, tokenizer: new StrictTokenizer() });
  Object.assign(lexer.tokens.links, definitions);
  return known(lexer.lex(source));
}

export function known(tokens: readonly Token[] | undefined): MarkdownToken[] {
  return (tokens ?? []) as MarkdownToken[];
}
