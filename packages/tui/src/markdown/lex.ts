import { Lexer, type Links, type MarkedToken, type Token, Tokenizer, type Tokens } from "marked";
import { type LatexToken, startOfLatex, tokenizeLatex } from "./lex-latex.ts";

/** What the lexer makes with the one extension it is given. */
export type MarkdownToken = MarkedToken | LatexToken;

/** Targets of reference links by label. */
export type LinkDefinitions = Links;

/** Single tildes are common in prose (`~5 files`): only double ones strike out. */
class StrictTokenizer extends Tokenizer {
  override del(src: string, maskedSrc: string, prevChar?: string): Tokens.Del | undefined {
    return src.startsWith("~~") ? super.del(src, maskedSrc, prevChar) : undefined;
  }
}

const LATEX = { renderers: {}, childTokens: {}, inline: [tokenizeLatex], startInline: [startOfLatex] };

export interface LexOptions {
  /** Targets found elsewhere in the text. */
  readonly definitions: LinkDefinitions;
  readonly latex: boolean;
}

/** The top-level blocks of a source. */
export function lexBlocks(source: string, { definitions, latex }: LexOptions): MarkdownToken[] {
  const lexer = new Lexer({ gfm: true, tokenizer: new StrictTokenizer(), ...(latex ? { extensions: LATEX } : {}) });
  Object.assign(lexer.tokens.links, definitions);
  return known(lexer.lex(source));
}

export function known(tokens: readonly Token[] | undefined): MarkdownToken[] {
  return (tokens ?? []) as MarkdownToken[];
}
