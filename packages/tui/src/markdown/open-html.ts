import { htmlBlockEnd } from "./parse/html-block.ts";
import { isBlank, lineAt } from "./parse/line.ts";

/** Shorter ones are parsed as a whole. */
const MIN_LENGTH = 1024;

/** An HTML block that is long and still grows: its lines are shown as they are. */
export class OpenHtml {
  /** Complete lines up to the last one that is not blank: what is blank at the end of a block is not shown. */
  readonly lines: string[] = [];
  private readonly until: RegExp;
  private blanks: string[] = [];
  private partial = "";

  /** Undefined if the source is short or no open HTML block. */
  static from(source: string): OpenHtml | undefined {
    const first = lineAt(source, 0);
    // Whether a tag stands alone shows at the end of its line; what begins a block anywhere does so at once.
    const within = first.end < source.length ? "blocks" : "paragraph";
    const until = source.length >= MIN_LENGTH ? htmlBlockEnd(first.text, within) : undefined;
    if (!until) return undefined;
    const open = new OpenHtml(until);
    return open.push(source) === "open" ? open : undefined;
  }

  private constructor(until: RegExp) {
    this.until = until;
  }

  /** Takes more source. Once it returns `closed` the block is to be parsed as a whole. */
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

  /** The line that is being written, below the blank ones before it. */
  get lastLines(): string[] {
    const last = this.partial.trimEnd();
    return last === "" ? [] : [...this.blanks, last];
  }
}
