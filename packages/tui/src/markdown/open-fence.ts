const OPENING = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/;

/** A fenced code block whose end has not come yet. It grows by lines and is not parsed again until it closes. */
export class OpenFence {
  readonly lang: string;
  /** Complete lines of the code. */
  readonly lines: string[] = [];
  private readonly indent: number;
  private readonly closing: RegExp;
  private partial = "";

  /** Undefined if the source is no open fence. */
  static from(source: string): OpenFence | undefined {
    const match = OPENING.exec(source);
    if (!match) return undefined;
    const [opening, indent = "", fence = "", info = ""] = match;
    if (fence.startsWith("`") && info.includes("`")) return undefined;
    const open = new OpenFence(indent.length, fence, info.trim());
    return open.push(source.slice(opening.length)) === "open" ? open : undefined;
  }

  private constructor(indent: number, fence: string, lang: string) {
    this.indent = indent;
    this.lang = lang;
    this.closing = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*$`);
  }

  /** Takes more source. Once it returns `closed` the block is to be parsed as a whole. */
  push(text: string): "open" | "closed" {
    const lines = (this.partial + text).split("\n");
    this.partial = lines.pop() ?? "";
    for (const line of lines) {
      if (this.closing.test(line)) return "closed";
      this.lines.push(this.withoutIndent(line));
    }
    return "open";
  }

  /** The line that is being written; nothing while it may be the closing fence. */
  get lastLine(): string {
    return this.closing.test(this.partial) ? "" : this.withoutIndent(this.partial);
  }

  private withoutIndent(line: string): string {
    if (this.indent === 0) return line;
    const leading = /^ */.exec(line)?.[0].length ?? 0;
    return line.slice(Math.min(this.indent, leading));
  }
}
