import { htmlBlockEnd } from "../parse/html-block.ts";
import { isBlank, lineAt } from "../parse/line.ts";

/** Shorter blocks are parsed as a whole. */
const MIN_LENGTH = 1024;

/** A long growing HTML block. Its lines are shown as written. */
export class OpenHtml {
  /** The complete lines up to the last one that is not blank: trailing blank lines are not shown. */
  readonly lines: string[] = [];
  private readonly until: RegExp;
  private blanks: string[] = [];
  private partial = "";

  /** Returns undefined if the source is short or not an open HTML block. */
  static from(source: string): OpenHtml | undefined {
    const first = lineAt(source, 0);
    // Whether a tag is alone on its line is known only at the end of the line; other block starts are known at once.
    const within = first.end < source.length ? "blocks" : "paragraph";
    const until = source.length >= MIN_LENGTH ? htmlBlockEnd(first.text, within) : undefined;
    if (!until) return undefined;
    const open = new OpenHtml(until);
    return open.push(source) === "open" ? open : undefined;
  }

  private constructor(until: RegExp) {
    this.until = until;
  }

  /** Adds source. Returns `closed` when the block has to be parsed as a whole. */
  push(text: string): "open" | "closed" {
    const lines = (this.partial + text).split("\n");
    this.partial = lines.pop() ?? "";
    for (const line of lines) {
      if (this.until.test(line)) return "closed";
      this.blanks.push(line);
      if (!isBlank(line)) for (const known of this.blanks.splice(0)) this.lines.push(known);
    }
    return "open";
  }

  /** The unfinished line, with the blank lines before it. */
  get lastLines(): string[] {
    const last = this.partial.trimEnd();
    return last === "" ? [] : [...this.blanks, last];
  }
}
