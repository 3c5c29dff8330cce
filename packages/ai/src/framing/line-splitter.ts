/** Cuts text into lines. They end in LF, CR or CRLF, and a piece may end between the two halves of a CRLF. */
export class LineSplitter {
  private rest = "";
  private sawCarriageReturn = false;

  *push(text: string): Generator<string> {
    let start = 0;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code !== LF && code !== CR) {
        this.sawCarriageReturn = false;
        continue;
      }
      const secondHalf = code === LF && this.sawCarriageReturn;
      this.sawCarriageReturn = code === CR;
      if (!secondHalf) {
        yield this.rest + text.slice(start, index);
        this.rest = "";
      }
      start = index + 1;
    }
    if (start < text.length) this.rest += text.slice(start);
  }

  /** The last line, where it has no end. */
  flush(): string {
    const last = this.rest;
    this.rest = "";
    return last;
  }
}

const LF = 10;
const CR = 13;
