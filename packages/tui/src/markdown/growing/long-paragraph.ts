import { interruptsParagraph } from "../parse/block-start.ts";
import { isUnderline, withoutLineIndent } from "../parse/paragraph.ts";
import { segmentEnd } from "../parse/parse-inline.ts";
import { type InlineOptions, parseSegment } from "../parse/parse-segment.ts";
import { startsTable } from "../parse/table.ts";
import type { InlineToken } from "../parse/tokens.ts";

/** Shorter paragraphs are parsed as a whole. */
const MIN_LENGTH = 2048;
/** The first characters of a line show whether it begins another block. */
const MAX_START = 1000;

/** A long growing paragraph: only its last segment is parsed again. */
export class LongParagraph {
  /** The segments that can no longer change. */
  readonly segments: InlineToken[][] = [];
  private readonly options: InlineOptions;
  /** The text after the segments. */
  private rest = "";
  private line = "";
  private lineBefore: string | undefined;

  /** Returns undefined if the source is short or could still become something else. */
  static from(source: string, options: InlineOptions): LongParagraph | undefined {
    if (source.length < MIN_LENGTH || /^[ \t]*[<[]/.test(source)) return undefined;
    const paragraph = new LongParagraph(options);
    return paragraph.push(source) === "open" ? paragraph : undefined;
  }

  private constructor(options: InlineOptions) {
    this.options = options;
  }

  /** Adds source. Returns `closed` when the block has to be parsed as a whole. */
  push(text: string): "open" | "closed" {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) {
        if (this.endsHere()) return "closed";
        this.lineBefore = this.line;
        this.line = "";
      }
      this.line += part;
    }
    if (this.line !== "" && this.endsHere()) return "closed";
    this.grow(text);
    return "open";
  }

  get lastSegment(): InlineToken[] {
    return parseSegment(this.rest.trimEnd(), this.options);
  }

  private endsHere(): boolean {
    const { line, lineBefore } = this;
    if (lineBefore === undefined || line.length > MAX_START) return false;
    if (interruptsParagraph(line) || isUnderline(line)) return true;
    return line.includes("-") && line.includes("|") && startsTable(`${lineBefore}\n${line}`, 0);
  }

  private grow(text: string): void {
    const isLineStart = this.rest === "" || this.rest.endsWith("\n");
    this.rest += withoutLineIndent(text, isLineStart ? "line start" : "within a line");
    for (let end = segmentEnd(this.rest, 0, this.options); end > 0; end = segmentEnd(this.rest, 0, this.options)) {
      this.segments.push(parseSegment(this.rest.slice(0, end), this.options));
      this.rest = this.rest.slice(end);
    }
  }
}
