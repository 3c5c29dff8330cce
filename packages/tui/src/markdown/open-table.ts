import { interruptsParagraph } from "./parse/block-start.ts";
import { isBlank } from "./parse/line.ts";
import { parseInline } from "./parse/parse-inline.ts";
import type { InlineOptions } from "./parse/parse-segment.ts";
import { readRow } from "./parse/table.ts";
import type { TableRow, TableToken } from "./parse/tokens.ts";

/** The header and the delimiters. */
const HEAD_LINES = 2;

/** A table that still grows, row by row. */
export class OpenTable {
  readonly token: TableToken;
  /** Those that are complete. */
  readonly rows: TableRow[] = [];
  /** The source, for where a table has no room: the complete lines. */
  readonly lines: string[] = [];
  private readonly inline: InlineOptions;
  private partial = "";

  /** Undefined while the delimiters may still change. */
  static from(token: TableToken, inline: InlineOptions): OpenTable | undefined {
    const open = new OpenTable(token, inline);
    return open.push(token.raw) === "open" && open.lines.length >= HEAD_LINES ? open : undefined;
  }

  private constructor(token: TableToken, inline: InlineOptions) {
    this.token = token;
    this.inline = inline;
  }

  /** Takes more source. Once it returns `closed` the block is to be parsed as a whole. */
  push(text: string): "open" | "closed" {
    const lines = (this.partial + text).split("\n");
    this.partial = lines.pop() ?? "";
    for (const line of lines) {
      if (this.lines.length >= HEAD_LINES) {
        if (interruptsParagraph(line)) return "closed";
        this.rows.push(this.read(line));
      }
      this.lines.push(line);
    }
    return this.lines.length >= HEAD_LINES && this.lastLines.some(interruptsParagraph) ? "closed" : "open";
  }

  /** The row that is being written, if any. */
  get lastRow(): TableRow[] {
    return this.lastLines.map((line) => this.read(line));
  }

  get lastLines(): string[] {
    return isBlank(this.partial) ? [] : [this.partial];
  }

  private read(line: string): TableRow {
    return readRow(line, this.token.align.length, (text) => parseInline(text, this.inline));
  }
}
