import { OpenParagraph } from "../parse/open-paragraph.ts";
import type { BlockToken } from "../parse/tokens.ts";

/** The role of a line in a container, judged by its beginning. */
export type LineStart =
  /** More of the line is needed to decide. */
  | "wait"
  /** The line is not, or may not be, part of the container. */
  | "end"
  /** The line is blank; it is part of the container only if more of its text follows. */
  | "blank"
  /** The line is part of the container: its content without markers, and the check box of a task. */
  | { readonly content: string; readonly isLazy: boolean; readonly box?: string };

export interface LineReader {
  start(line: string, state: { readonly isComplete: boolean; readonly isParagraphOpen: boolean }): LineStart;
}

/** Shorter containers are parsed as a whole. */
const MIN_LENGTH = 1024;

/**
 * A long growing quote or list item. Its markers are removed line by line, and the content goes to a nested stream: the cost
 * of a delta depends only on the inner block that it belongs to.
 */
export class OpenContainer<Inner extends { append(text: string): void }, Token extends BlockToken = BlockToken> {
  readonly token: Token;
  readonly inner: Inner;
  private readonly reader: LineReader;
  private readonly open = new OpenParagraph("");
  private isBegun = false;
  /** Blank lines that were not passed on yet. */
  private blanks = 0;
  /** The beginning of the unfinished line, while its role is undecided. */
  private pending = "";
  /** The content of the unfinished line, once its role is decided. */
  private line: { content: string; readonly isLazy: boolean } | undefined;

  /** Returns undefined if the source is short or could still become something else. */
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

  /** Adds source. Returns `closed` when the block has to be parsed as a whole. */
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

  /** Returns false if the line is not part of the container. */
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
    // A lazy line does not change what the next line may be.
    if (this.line && !this.line.isLazy) this.open.push(this.line.content);
    this.line = undefined;
  }
}

/** Reads a line without its container's marker that continues a paragraph, whatever the rest of the line is. */
export function lazyLine(line: string): LineStart {
  const text = line.trimStart();
  return /^(?:[A-Za-z]|[^\0-\x7f])/.test(text) ? { content: text, isLazy: true } : "end";
}
