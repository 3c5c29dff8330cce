/**
 * Processes lines as a terminal does. A carriage return moves to the beginning of the line, and the next text replaces
 * the line; before a line feed it has no effect. The last line is therefore open: it may still be replaced.
 */
export class OpenLine {
  private line = "";
  private isReturned = false;
  /** The line has grown longer than the limit, so its beginning has already been returned. */
  private isLong = false;

  /** The current text of the open line. */
  get text(): string {
    return this.line;
  }

  /** Adds text. Returns the part that can no longer be replaced. */
  push(text: string): string {
    const end = text.lastIndexOf("\n") + 1;
    return this.finish(text.slice(0, end)) + this.write(text.slice(end));
  }

  private finish(lines: string): string {
    if (lines === "") return "";
    if (!this.isReturned && !lines.includes("\r")) {
      const done = this.line + lines;
      this.begin();
      return done;
    }
    const done: string[] = [];
    for (const line of lines.slice(0, -1).split("\n")) {
      done.push(this.write(line), this.line, "\n");
      this.begin();
    }
    return done.join("");
  }

  private begin(): void {
    this.line = "";
    this.isReturned = false;
    this.isLong = false;
  }

  private write(text: string): string {
    let done = "";
    for (const [index, part] of text.split("\r").entries()) {
      if (index > 0) this.isReturned = true;
      if (part !== "") done += this.writePart(part);
    }
    if (!this.isLong) return done;
    const more = this.line;
    this.line = "";
    return done + more;
  }

  private writePart(part: string): string {
    let done = "";
    if (this.isReturned) {
      // Text that was already returned cannot be replaced, so it stays as a line of its own.
      if (this.isLong) done = `${this.line}\n`;
      this.begin();
    }
    this.line += part;
    this.isLong ||= this.line.length > MAX_HELD;
    return done;
  }
}

/** No line that a program redraws is this long; a longer line is data. */
const MAX_HELD = 4096;
