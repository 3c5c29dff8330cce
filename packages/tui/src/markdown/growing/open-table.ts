import { interruptsParagraph } from "../parse/block-start.ts";
import { isBlank } from "../parse/line.ts";
import { parseInline } from "../parse/parse-inline.ts";
import type { InlineOptions } from "../parse/parse-segment.ts";
import { readRow } from "../parse/table.ts";
import type { TableRow, TableToken } from "../parse/tokens.ts";

/** The header line and the delimiter line. */
const HEAD_LINES = 2;

/** A table that grows row by row. */
export class OpenTable {
  readonly token: TableToken;
  /** The complete rows. */
  readonly rows: TableRow[] = [];
  /** The complete lines of the source, shown if there is no room for a table. */
  readonly lines: string[] = [];
  private readonly inline: InlineOptions;
  private partial = "";

  /** Returns undefined while the delimiter line may still change. */
  static from(token: TableToken, inline: InlineOptions): OpenTable | undefined {
    const open = new OpenTable(token, inline);
    return open.push(token.raw) === "open" && open.lines.length >= HEAD_LINES ? open : undefined;
  }

  private constructor(token: TableToken, inline: InlineOptions) {
    this.token = token;
    this.inline = inline;
  }

  /** Adds source. Returns `closed` when the block has to be parsed as a whole. */
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

  /** The unfinished row, if any. */
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
