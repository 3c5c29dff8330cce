/**
 * Lines as a terminal leaves them. A carriage return goes back to the beginning of the line, and what is written next takes the place of
 * what stood there; before a line end it does nothing. So the last line is open: it may still be replaced.
 */
export class OpenLine {
  private line = "";
  private isReturned = false;
  /** The line has grown beyond what is held: its beginning has been given away. */
  private isLong = false;

  /** What stands there now. */
  get text(): string {
    return this.line;
  }

  /** Takes more text, and gives back what nothing can replace any more. */
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
      // What was given away cannot be taken back: it stays, as a line of its own.
      if (this.isLong) done = `${this.line}\n`;
      this.begin();
    }
    this.line += part;
    this.isLong ||= this.line.length > MAX_HELD;
    return done;
  }
}

/** No line that is drawn anew is as long; a longer one is data. */
const MAX_HELD = 4096;
