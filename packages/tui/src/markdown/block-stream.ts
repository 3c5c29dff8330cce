import { type LinkDefinitions, lexBlocks, type MarkdownToken } from "./lex.ts";

/** One top-level block. The same object as long as its source is the same. */
export interface Block {
  readonly token: MarkdownToken;
  /** A blank line separates it from the block before. */
  readonly isApart: boolean;
}

/**
 * Parses a text that grows at its end. Blocks that later text cannot change any more are *closed* and never looked at
 * again, so a delta costs the block it goes to, however long the text is.
 */
export class BlockStream {
  closed: Block[] = [];
  open: Block[] = [];
  private source = "";
  private openStart = 0;
  /** A blank line stands before the first open block. */
  private isOpenSpaced = false;
  private definitions: LinkDefinitions = {};

  setSource(source: string): void {
    if (source === this.source) return;
    const isLonger = source.length > this.source.length && source.startsWith(this.source);
    this.source = source;
    if (!isLonger) this.restart({});
    else if (this.parseOpen() === "redefined") this.restart(this.definitions);
  }

  private restart(definitions: LinkDefinitions): void {
    this.definitions = definitions;
    this.reopen();
    // What a definition changes is everything; definitions found by the second pass were known to it.
    if (this.parseOpen() === "redefined") {
      this.reopen();
      this.parseOpen();
    }
  }

  private reopen(): void {
    this.openStart = 0;
    this.isOpenSpaced = false;
    this.closed = [];
  }

  private parseOpen(): "redefined" | undefined {
    const tokens = lexBlocks(this.source.slice(this.openStart), this.definitions);
    const blocks = toBlocks(tokens, this.closed.at(-1)?.token, this.isOpenSpaced);
    const settled = countSettled(blocks);
    this.open = blocks.slice(settled);
    if (settled === 0) return undefined;
    const [firstOpen] = this.open;
    const passed = firstOpen ? tokens.slice(0, tokens.indexOf(firstOpen.token)) : tokens;
    for (const block of blocks.slice(0, settled)) this.closed.push(block);
    this.isOpenSpaced = isSpace(passed.at(-1));
    this.openStart += passed.reduce((length, token) => length + token.raw.length, 0);
    return this.define(passed) ? "redefined" : undefined;
  }

  private define(tokens: readonly MarkdownToken[]): boolean {
    let isNew = false;
    for (const token of tokens) {
      if (token.type !== "def" || token.tag in this.definitions) continue;
      this.definitions = { ...this.definitions, [token.tag]: { href: token.href, title: token.title } };
      isNew = true;
    }
    return isNew;
  }
}

function toBlocks(
  tokens: readonly MarkdownToken[],
  before: MarkdownToken | undefined,
  isFirstSpaced: boolean,
): Block[] {
  const blocks: Block[] = [];
  let previous = before;
  let isSpaced = isFirstSpaced;
  for (const token of tokens) {
    if (isSpace(token)) {
      isSpaced = true;
      continue;
    }
    blocks.push({ token, isApart: previous !== undefined && isApart(previous, token, isSpaced) });
    previous = token;
    isSpaced = false;
  }
  return blocks;
}

function isSpace(token: MarkdownToken | undefined): boolean {
  return token?.type === "space" || token?.type === "def";
}

/** A list right below its introducing line stays there; everything else gets air. */
function isApart(previous: MarkdownToken, token: MarkdownToken, isSpaced: boolean): boolean {
  return isSpaced || previous.raw.endsWith("\n\n") || !(previous.type === "paragraph" && token.type === "list");
}

/**
 * How many blocks are final. The last is not: it may go on. Neither is the one before while the last is no more than a
 * few characters: `2` may become `2. item` and belong to the list above, `-` the underline of a heading.
 */
function countSettled(blocks: readonly Block[]): number {
  const last = blocks.at(-1);
  if (!last) return 0;
  const { raw } = last.token;
  const isDecided = raw.length > MAX_UNDECIDED || raw.includes("\n");
  return Math.max(0, blocks.length - (isDecided ? 1 : 2));
}

const MAX_UNDECIDED = 16;
