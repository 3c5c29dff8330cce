import { CODE_INDENT, indentOf, isBlank, withoutIndent } from "./parse/line.ts";

/** A code block by its indent that still grows, line by line. */
export class OpenIndent {
  readonly lang = "";
  /** Complete lines of the code. Blank ones are part of it only if code follows. */
  readonly lines: string[] = [];
  private blanks: string[] = [];
  private partial = "";

  /** Undefined if the source is no indented code, or not that alone. */
  static from(source: string): OpenIndent | undefined {
    const open = new OpenIndent();
    return open.push(source) === "open" ? open : undefined;
  }

  /** Takes more source. Once it returns `closed` the block is to be parsed as a whole. */
  push(text: string): "open" | "closed" {
    const lines = (this.partial + text).split("\n");
    this.partial = lines.pop() ?? "";
    for (const line of lines) {
      if (!this.takes(line)) return "closed";
      (isBlank(line) ? this.blanks : this.lines).push(withoutIndent(line, CODE_INDENT));
    }
    return this.takes(this.partial) ? "open" : "closed";
  }

  /** The line that is being written. */
  get lastLine(): string {
    return isBlank(this.partial) ? "" : withoutIndent(this.partial, CODE_INDENT);
  }

  private takes(line: string): boolean {
    if (isBlank(line)) return true;
    if (indentOf(line) < CODE_INDENT) return false;
    for (const blank of this.blanks.splice(0)) this.lines.push(blank);
    return true;
  }
}
