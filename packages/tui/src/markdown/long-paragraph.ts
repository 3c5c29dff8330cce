import { interruptsParagraph } from "./parse/block-start.ts";
import { isUnderline, withoutLineIndent } from "./parse/paragraph.ts";
import { segmentEnd } from "./parse/parse-inline.ts";
import { type InlineOptions, parseSegment } from "./parse/parse-segment.ts";
import { startsTable } from "./parse/table.ts";
import type { InlineToken } from "./parse/tokens.ts";

/** Shorter ones are parsed as a whole. */
const MIN_LENGTH = 2048;
/** What begins a block is seen in the first characters of a line. */
const MAX_START = 1000;

/** A paragraph that is long and still grows: of it, the last segment alone is parsed again. */
export class LongParagraph {
  /** Those that nothing can change any more. */
  readonly segments: InlineToken[][] = [];
  private readonly options: InlineOptions;
  /** What follows them. */
  private rest = "";
  private line = "";
  private lineBefore: string | undefined;

  /** Undefined if the source is short, or may turn out to be something else. */
  static from(source: string, options: InlineOptions): LongParagraph | undefined {
    if (source.length < MIN_LENGTH || /^[ \t]*[<[]/.test(source)) return undefined;
    const paragraph = new LongParagraph(options);
    return paragraph.push(source) === "open" ? paragraph : undefined;
  }

  private constructor(options: InlineOptions) {
    this.options = options;
  }

  /** Takes more source. Once it returns `closed` the block is to be parsed as a whole. */
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
