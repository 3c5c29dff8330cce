/** Longer lines are cut: they are usually data, and laying them out is expensive. */
const MAX_LINE = 400;

/** A text that grows at its end. Each new part is processed once, however long the text is. */
export class GrowingText {
  private text = "";
  private lineBreaks = 0;
  private counted = 0;

  /** The text must start with the previous text, unless it is shorter. */
  update(text: string): void {
    if (text.length < this.counted) {
      this.lineBreaks = 0;
      this.counted = 0;
    }
    for (let at = text.indexOf("\n", this.counted); at >= 0; at = text.indexOf("\n", at + 1)) this.lineBreaks++;
    this.counted = text.length;
    this.text = text;
  }

  /** A line break at the very end does not start a new line. */
  get lineCount(): number {
    if (this.text === "") return 0;
    return this.lineBreaks + (this.text.endsWith("\n") ? 0 : 1);
  }

  head(lines: number): string[] {
    const shown = this.text.slice(0, lines * MAX_LINE).split("\n", Math.min(lines, this.lineCount));
    return shown.map(clip);
  }

  tail(lines: number): string[] {
    if (this.text === "") return [];
    const end = this.text.endsWith("\n") ? this.text.length - 1 : this.text.length;
    const start = Math.max(0, end - lines * MAX_LINE);
    const shown = this.text.slice(start, end).split("\n");
    return shown.slice(-Math.min(lines, this.lineCount)).map(clip);
  }

  all(): string[] {
    return this.text.replace(/\n$/, "").split("\n").map(clip);
  }
}

function clip(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text;
}
