import { type FenceOpening, parseFenceOpening } from "../parse/fence.ts";
import { lineAt, withoutIndent } from "../parse/line.ts";

/** A fenced code block without its closing fence. It grows by lines and is not parsed again until it closes. */
export class OpenFence {
  readonly lang: string;
  /** The complete lines of the code. */
  readonly lines: string[] = [];
  private readonly opening: FenceOpening;
  private partial = "";

  /** Returns undefined if the source is not an open fence. */
  static from(source: string): OpenFence | undefined {
    const first = lineAt(source, 0);
    const opening = source.includes("\n") ? parseFenceOpening(first.text) : undefined;
    if (!opening) return undefined;
    const open = new OpenFence(opening);
    return open.push(source.slice(first.end)) === "open" ? open : undefined;
  }

  private constructor(opening: FenceOpening) {
    this.opening = opening;
    this.lang = opening.lang;
  }

  /** Adds source. Returns `closed` when the block has to be parsed as a whole. */
  push(text: string): "open" | "closed" {
    const lines = (this.partial + text).split("\n");
    this.partial = lines.pop() ?? "";
    for (const line of lines) {
      if (this.opening.isClosing(line)) return "closed";
      this.lines.push(withoutIndent(line, this.opening.indent));
    }
    return "open";
  }

  /** The unfinished line; empty while it may be the closing fence. */
  get lastLine(): string {
    return this.opening.isClosing(this.partial) ? "" : withoutIndent(this.partial, this.opening.indent);
  }
}
