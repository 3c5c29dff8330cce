import { OpenParagraph } from "./parse/open-paragraph.ts";
import type { BlockToken } from "./parse/tokens.ts";

/** What a line of a container is, as far as it has come. */
export type LineStart =
  /** More of it must be seen. */
  | "wait"
  /** It is not part of the container, or may not be. */
  | "end"
  /** It is blank, and part of the container only if text of it follows. */
  | "blank"
  /** It is part of the container: what of it belongs to the blocks inside, and the box of a task before that. */
  | { readonly content: string; readonly isLazy: boolean; readonly box?: string };

export interface LineReader {
  start(line: string, state: { readonly isComplete: boolean; readonly isParagraphOpen: boolean }): LineStart;
}

/** Shorter ones are parsed as a whole. */
const MIN_LENGTH = 1024;

/**
 * A quote or list item that is long and still grows. Line by line its marks are taken off, and the text inside goes to a
 * stream of its own: a delta costs the block inside that it goes to.
 */
export class OpenContainer<Inner extends { append(text: string): void }, Token extends BlockToken = BlockToken> {
  readonly token: Token;
  readonly inner: Inner;
  private readonly reader: LineReader;
  private readonly open = new OpenParagraph("");
  private isBegun = false;
  /** Blank lines that were not passed on yet. */
  private blanks = 0;
  /** The line that is being written: its start, while that is not decided; */
  private pending = "";
  /** then what of it is inside. */
  private line: { content: string; readonly isLazy: boolean } | undefined;

  /** Undefined if the source is short or may turn out to be something else. */
  static from<Inner extends { append(text: string): void }, Token extends BlockToken>(
    source: string,
    token: Token,
    reader: LineReader | undefined,
    inner: () => Inner,
  ): OpenContainer<Inner, Token> | undefined {
    if (source.length < MIN_LENGTH || !reader) return undefined;
    const container = new OpenContainer(token, reader, inner());
    return container.push(source) === "open" ? container : undefined;
  }

  private constructor(token: Token, reader: LineReader, inner: Inner) {
    this.token = token;
    this.reader = reader;
    this.inner = inner;
  }

  /** Takes more source. Once it returns `closed` the block is to be parsed as a whole. */
  push(text: string): "open" | "closed" {
    const lines = text.split("\n");
    const last = lines.length - 1;
    for (const [index, part] of lines.entries()) {
      const isComplete = index < last;
      if (this.line) this.add(part, this.line);
      else if (!this.begin(this.pending + part, isComplete)) return "closed";
      if (isComplete) this.end();
    }
    return "open";
  }

  /** False if the line is not part of the container. */
  private begin(line: string, isComplete: boolean): boolean {
    const start = this.reader.start(line, { isComplete, isParagraphOpen: this.open.isOpen && this.blanks === 0 });
    if (start === "end") return false;
    this.pending = start === "wait" ? line : "";
    if (start === "blank") this.blanks++;
    if (typeof start === "string") return true;
    this.inner.append("\n".repeat(this.blanks + (this.isBegun ? 1 : 0)));
    this.isBegun = true;
    this.blanks = 0;
    this.line = { content: start.box ?? "", isLazy: start.isLazy };
    this.add(start.content, this.line);
    return true;
  }

  private add(content: string, line: { content: string }): void {
    line.content += content;
    this.inner.append(content);
  }

  private end(): void {
    // A lazy line says nothing of what the next one may be.
    if (this.line && !this.line.isLazy) this.open.push(this.line.content);
    this.line = undefined;
  }
}

/** A line without the mark of its container that continues a paragraph, whatever follows on it. */
export function lazyLine(line: string): LineStart {
  const text = line.trimStart();
  return /^(?:[A-Za-z]|[^\0-\x7f])/.test(text) ? { content: text, isLazy: true } : "end";
}
