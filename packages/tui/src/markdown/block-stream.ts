import { LongParagraph } from "./long-paragraph.ts";
import { OpenFence } from "./open-fence.ts";
import { parseBlocks } from "./parse/parse-blocks.ts";
import type { InlineOptions } from "./parse/parse-segment.ts";
import type { BlockToken, LinkDefinitions, TableRow } from "./parse/tokens.ts";
import { continueList, type ListContinuation, splitList } from "./split-list.ts";

/** One top-level block, or a part of a long list. */
export interface Block {
  readonly token: BlockToken;
  /** A blank line separates it from the block before. */
  readonly isApart: boolean;
  /** Set while the block is code or long text that still grows; it then knows the content, not the token. */
  readonly growing?: OpenFence | LongParagraph;
}

/**
 * Parses a text that grows at its end. Blocks that later text cannot change any more are *closed* and never looked at
 * again, so a delta costs the block it goes to, however long the text is. Of a long list the finished items are closed
 * too, of an open code block only new lines are read, and of a long paragraph its last segment.
 */
export class BlockStream {
  closed: Block[] = [];
  open: Block[] = [];
  private closedSource = "";
  private openSource = "";
  private unread = "";
  /** A blank line stands before the first open block. */
  private isOpenSpaced = false;
  private continuation: ListContinuation | undefined;
  private definitions: LinkDefinitions = new Map();
  private tableRows = new Map<string, TableRow>();
  private readonly latex: boolean;

  constructor(options: { latex: boolean } = { latex: true }) {
    this.latex = options.latex;
  }

  append(delta: string): void {
    this.openSource += delta;
    this.unread += delta;
  }

  reset(source: string): void {
    this.definitions = new Map();
    this.reopen(source);
  }

  /** Brings `closed` and `open` up to date. `closed` is another array if blocks had to be opened again. */
  parse(): void {
    const { unread } = this;
    if (unread === "") return;
    this.unread = "";
    if (this.open.at(-1)?.growing?.push(unread) === "open") return;
    if (this.parseOpen() === "unchanged") return;
    // A link definition works backwards too: everything is parsed again, knowing it.
    this.reopen(this.closedSource + this.openSource);
    this.unread = "";
    this.parseOpen();
  }

  private reopen(source: string): void {
    this.tableRows = new Map();
    this.closed = [];
    this.open = [];
    this.closedSource = "";
    this.openSource = source;
    this.unread = source;
    this.isOpenSpaced = false;
    this.continuation = undefined;
  }

  private parseOpen(): "unchanged" | "defined" {
    const tokens = parseBlocks(this.openSource, {
      definitions: this.definitions,
      latex: this.latex,
      tableRows: this.tableRows,
    });
    const blocks = this.toBlocks(tokens);
    const settled = countSettled(blocks, tokens.at(-1));
    this.open = blocks.slice(settled);
    const [firstOpen] = this.open;
    const passed = tokens.slice(0, firstOpen ? tokens.indexOf(firstOpen.token) : settled && tokens.length);
    if (passed.length > 0) this.close(blocks.slice(0, settled), lengthOf(passed), isSpace(passed.at(-1)));
    if (settled > 0) this.continuation = undefined;
    const isDefined = this.define(passed);
    this.shortenLast();
    return isDefined ? "defined" : "unchanged";
  }

  private close(blocks: readonly Block[], length: number, isSpaced: boolean): void {
    for (const block of blocks) this.closed.push(block);
    if (this.tableRows.size > 0) this.tableRows = new Map();
    this.closedSource += this.openSource.slice(0, length);
    this.openSource = this.openSource.slice(length);
    this.isOpenSpaced = isSpaced;
  }

  /** A single open block that is long is cut down to what can still change. */
  private shortenLast(): void {
    const [block] = this.open;
    if (!block || this.open.length > 1) return;
    const { token } = block;
    if (token.type === "code" || token.type === "paragraph") {
      if (!this.openSource.endsWith(token.raw)) return;
      const growing = token.type === "code" ? OpenFence.from(token.raw) : LongParagraph.from(token.raw, this.inline);
      if (growing) this.open = [{ ...block, growing }];
    } else if (token.type === "list") {
      const parts = splitList(token);
      if (!parts || !this.openSource.startsWith(parts.head.raw)) return;
      this.close([{ ...block, token: parts.head }], parts.head.raw.length, parts.isSpaced);
      this.continuation = parts.continuation;
      this.open = [{ token: parts.rest, isApart: parts.isSpaced }];
    }
  }

  private get inline(): InlineOptions {
    return { definitions: this.definitions, latex: this.latex };
  }

  private define(tokens: readonly BlockToken[]): boolean {
    let isNew = false;
    for (const token of tokens) {
      if (token.type !== "definition" || this.definitions.has(token.label)) continue;
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
      if (isSpace(token)) {
        isSpaced = true;
        continue;
      }
      const continues = blocks.length === 0 && continueList(token, this.continuation);
      const apart = continues ? isSpaced : previous !== undefined && isApart(previous, token, isSpaced);
      blocks.push({ token, isApart: apart });
      previous = token;
      isSpaced = false;
    }
    return blocks;
  }
}

function isSpace(token: BlockToken | undefined): boolean {
  return token?.type === "space" || token?.type === "definition";
}

/** A list right below its introducing line stays there; everything else gets air. */
function isApart(previous: BlockToken, token: BlockToken, isSpaced: boolean): boolean {
  return isSpaced || !(previous.type === "paragraph" && token.type === "list");
}

/**
 * How many blocks are final. The last is not: it may go on. Neither is the one before while the last is no more than a
 * few characters: `2` may become `2. item` and belong to the list above, `-` the underline of a heading. But a paragraph
 * with a blank line below it is.
 */
function countSettled(blocks: readonly Block[], lastToken: BlockToken | undefined): number {
  const last = blocks.at(-1);
  if (!last) return 0;
  if (last.token.type === "paragraph" && lastToken?.type === "space" && lastToken.raw.includes("\n"))
    return blocks.length;
  const { raw } = last.token;
  const isDecided = raw.length > MAX_UNDECIDED || raw.includes("\n");
  return Math.max(0, blocks.length - (isDecided ? 1 : 2));
}

const MAX_UNDECIDED = 16;

function lengthOf(tokens: readonly BlockToken[]): number {
  return tokens.reduce((length, token) => length + token.raw.length, 0);
}
