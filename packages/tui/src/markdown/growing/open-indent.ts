import { CODE_INDENT, indentOf, isBlank, withoutIndent } from "../parse/line.ts";

/** A growing code block that is marked by its indent. */
export class OpenIndent {
  readonly lang = "";
  /** The complete lines of the code. Blank lines are included only if code follows. */
  readonly lines: string[] = [];
  private blanks: string[] = [];
  private partial = "";

  /** Returns undefined if the source is not, or not only, indented code. */
  static from(source: string): OpenIndent | undefined {
    const open = new OpenIndent();
    return open.push(source) === "open" ? open : undefined;
  }

  /** Adds source. Returns `closed` when the block has to be parsed as a whole. */
  push(text: string): "open" | "closed" {
    const lines = (this.partial + text).split("\n");
    this.partial = lines.pop() ?? "";
    for (const line of lines) {
      if (!this.takes(line)) return "closed";
      (isBlank(line) ? this.blanks : this.lines).push(withoutIndent(line, CODE_INDENT));
    }
    return this.takes(this.partial) ? "open" : "closed";
  }

  /** The unfinished line. */
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
