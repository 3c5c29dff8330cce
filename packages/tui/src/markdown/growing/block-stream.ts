import { isQuote } from "../parse/block-start.ts";
import { isBlank, startsWithLetter } from "../parse/line.ts";
import { MAX_DEPTH, type ParseOptions, parseBlocks } from "../parse/parse-blocks.ts";
import type { InlineOptions } from "../parse/parse-segment.ts";
import { unquoted } from "../parse/quote.ts";
import type { BlockToken, LinkDefinitions, ListToken, QuoteToken } from "../parse/tokens.ts";
import { ItemReader } from "./item-reader.ts";
import { LongParagraph } from "./long-paragraph.ts";
import { type LineReader, type LineStart, lazyLine, OpenContainer } from "./open-container.ts";
import { OpenFence } from "./open-fence.ts";
import { OpenHtml } from "./open-html.ts";
import { OpenIndent } from "./open-indent.ts";
import { OpenTable } from "./open-table.ts";
import { continueList, type ListContinuation, splitList } from "./split-list.ts";

/** One block, or a part of a long list. */
export interface Block {
  readonly token: BlockToken;
  /** Whether a blank line separates it from the block before. */
  readonly isApart: boolean;
  /** Set while the block is long and still grows; then it holds the content instead of the token. */
  readonly growing?: GrowingBlock;
}

export type GrowingBlock = OpenFence | OpenIndent | LongParagraph | OpenTable | OpenHtml | GrowingContainer;
/** A quote, or the only item of a list. */
export type GrowingContainer = OpenContainer<BlockStream, QuoteToken | ListToken>;

export interface BlockStreamOptions extends Partial<ParseOptions> {
  readonly latex: boolean;
  /** Parses blocks that are not known to be long. Tests replace it to see how much is parsed. */
  readonly parse?: typeof parseBlocks;
}

/**
 * Parses a text that grows at its end. Blocks that later text cannot change any more are *closed* and never parsed again, so
 * the cost of a delta depends on its block, not on the length of the text. In a long list, the finished items are closed too.
 * A long growing block is not parsed again either: code, tables and HTML read only new lines, a paragraph only its last
 * segment, and a quote or a list item passes its content to a nested stream.
 */
export class BlockStream {
  closed: Block[] = [];
  open: Block[] = [];
  private closedSource = "";
  private openSource = "";
  private unread = "";
  /** Whether a blank line precedes the first open block. */
  private isOpenSpaced = false;
  private continuation: ListContinuation | undefined;
  private definitions: LinkDefinitions;
  private readonly latex: boolean;
  /** The number of quotes and list items around the text. */
  private readonly depth: number;
  private readonly parseSource: typeof parseBlocks;

  constructor(options: BlockStreamOptions) {
    this.latex = options.latex;
    this.definitions = options.definitions ?? new Map();
    this.depth = options.depth ?? 0;
    this.parseSource = options.parse ?? parseBlocks;
  }

  append(delta: string): void {
    this.openSource += delta;
    this.unread += delta;
  }

  reset(source: string): void {
    this.definitions = new Map();
    this.reopen(source);
  }

  /** Brings `closed` and `open` up to date. `closed` becomes another array if blocks had to be opened again. */
  parse(): void {
    const { unread } = this;
    if (unread === "") return;
    this.unread = "";
    if (this.open.at(-1)?.growing?.push(unread) === "open") return;
    if (this.parseOpen() === "unchanged") return;
    // A link definition also applies to text above it, so everything is parsed again.
    this.reopen(this.closedSource + this.openSource);
    this.unread = "";
    this.parseOpen();
  }

  private reopen(source: string): void {
    this.closed = [];
    this.open = [];
    this.closedSource = "";
    this.openSource = source;
    this.unread = source;
    this.isOpenSpaced = false;
    this.continuation = undefined;
  }

  private parseOpen(): "unchanged" | "defined" {
    const tokens = this.parseSource(this.openSource, { ...this.inline, depth: this.depth });
    const blocks = this.toBlocks(tokens);
    const settled = countSettled(blocks, tokens.at(-1));
    this.open = blocks.slice(settled);
    const [firstOpen] = this.open;
    const passed = tokens.slice(0, firstOpen ? tokens.indexOf(firstOpen.token) : settled && tokens.length);
    if (passed.length > 0) this.close(blocks.slice(0, settled), completeLength(passed), this.isSpace(passed.at(-1)));
    if (settled > 0) this.continuation = undefined;
    const isDefined = this.define(tokens);
    this.shortenLast();
    return isDefined ? "defined" : "unchanged";
  }

  private close(blocks: readonly Block[], length: number, isSpaced: boolean): void {
    for (const block of blocks) this.closed.push(block);
    this.closedSource += this.openSource.slice(0, length);
    this.openSource = this.openSource.slice(length);
    this.isOpenSpaced = isSpaced;
  }

  /** Reduces a single long open block to the part that can still change. */
  private shortenLast(): void {
    const [first] = this.open;
    if (!first || this.open.length > 1) return;
    const block = first.token.type === "list" ? this.shortenList(first, first.token) : first;
    const growing = this.grow(block.token);
    this.open = [growing ? { ...block, growing } : block];
  }

  /** Closes the finished items of a list. */
  private shortenList(block: Block, list: ListToken): Block {
    const parts = splitList(list);
    if (!parts || !this.openSource.startsWith(parts.head.raw)) return block;
    this.close([{ ...block, token: parts.head }], parts.head.raw.length, parts.isSpaced);
    this.continuation = parts.continuation;
    return { token: parts.rest, isApart: parts.isSpaced };
  }

  private grow(token: BlockToken): GrowingBlock | undefined {
    const source = this.openSource;
    if (token.type === "blockquote") return this.contain(token, quoteReader);
    if (token.type === "list")
      return token.items.length === 1 ? this.contain(token, ItemReader.from(source)) : undefined;
    if (token.type === "code") return OpenFence.from(source) ?? OpenIndent.from(source);
    if (!source.endsWith(token.raw)) return undefined;
    if (token.type === "paragraph") return LongParagraph.from(token.raw, this.inline);
    if (token.type === "table") return OpenTable.from(token, this.inline);
    return token.type === "html" ? OpenHtml.from(token.raw) : undefined;
  }

  private contain(token: QuoteToken | ListToken, reader: LineReader | undefined): GrowingContainer | undefined {
    if (this.depth >= MAX_DEPTH) return undefined;
    const inner = () => new BlockStream({ ...this.inline, depth: this.depth + 1, parse: this.parseSource });
    return OpenContainer.from(this.openSource, token, reader, inner);
  }

  private get inline(): InlineOptions {
    return { definitions: this.definitions, latex: this.latex };
  }

  /** Records the definitions whose lines are complete. Returns whether there were new ones. */
  private define(tokens: readonly BlockToken[]): boolean {
    let isNew = false;
    for (const token of tokens) {
      if (token.type !== "definition" || !token.raw.endsWith("\n") || this.depth > 0) continue;
      if (this.definitions.has(token.label)) continue;
      this.definitions = new Map(this.definitions).set(token.label, token.href);
      isNew = true;
    }
    return isNew;
  }

  private toBlocks(tokens: readonly BlockToken[]): Block[] {
    const blocks: Block[] = [];
    let previous = this.closed.at(-1)?.token;
    let isSpaced = this.isOpenSpaced;
    for (const token of tokens) {
      if (this.isSpace(token)) {
        isSpaced = true;
        continue;
      }
      const continues = blocks.length === 0 && continueList(token, this.continuation);
      const apart = continues ? isSpaced : previous !== undefined && this.isApart(previous, token, isSpaced);
      blocks.push({ token, isApart: apart });
      previous = token;
      isSpaced = false;
    }
    return blocks;
  }

  /** Returns whether a token separates blocks like a blank line. A definition does so at the top level; deeper, it is only hidden. */
  private isSpace(token: BlockToken | undefined): boolean {
    return token?.type === "space" || (token?.type === "definition" && this.depth === 0);
  }

  /** A list right below its introducing line gets no blank line; at the top level of a document, every other block gets one. */
  private isApart(previous: BlockToken, token: BlockToken, isSpaced: boolean): boolean {
    return isSpaced || (this.depth === 0 && !(previous.type === "paragraph" && token.type === "list"));
  }
}

/**
 * Returns how many blocks are final. The last one may still grow. The block before it may change too while the last one has
 * only a few characters: `2` may become `2. item` and belong to the list above, `-` may become the underline of a heading.
 * A block that was ended by a blank line is final.
 */
function countSettled(blocks: readonly Block[], lastToken: BlockToken | undefined): number {
  const last = blocks.at(-1);
  if (!last) return 0;
  if (ENDED_BY_BLANK.includes(last.token.type) && lastToken?.type === "space" && lastToken.raw.includes("\n"))
    return blocks.length;
  const { raw } = last.token;
  const isDecided = raw.length > MAX_UNDECIDED || raw.includes("\n") || startsWithLetter(raw);
  return Math.max(0, blocks.length - (isDecided ? 1 : 2));
}

const MAX_UNDECIDED = 16;
const ENDED_BY_BLANK: readonly BlockToken["type"][] = ["paragraph", "blockquote", "table", "html"];

/** Returns the length of the source without trailing blanks, which may be the beginning of the next line. */
function completeLength(tokens: readonly BlockToken[]): number {
  const length = tokens.reduce((sum, token) => sum + token.raw.length, 0);
  const last = tokens.at(-1);
  return last?.type === "space" ? length - (last.raw.length - last.raw.lastIndexOf("\n") - 1) : length;
}

/** Removes the quote markers from the lines of a quote. */
const quoteReader: LineReader = {
  start(line, { isComplete, isParagraphOpen }): LineStart {
    if (isQuote(line)) {
      const isBare = line.endsWith(">") && line.trimStart() === ">";
      return isBare && !isComplete ? "wait" : { content: unquoted(line), isLazy: false };
    }
    if (isBlank(line) && !isComplete) return "wait";
    return isParagraphOpen ? lazyLine(line) : "end";
  },
};
