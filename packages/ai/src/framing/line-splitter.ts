import { LONGEST_LINE, tooLong } from "../limits.ts";

/** Splits text into lines, which end in LF, CR or CRLF. A piece of text may end in the middle of a CRLF. */
export class LineSplitter {
  private rest = "";
  private sawCarriageReturn = false;

  *push(text: string): Generator<string> {
    if (text === "") return;
    let start = this.sawCarriageReturn && text.startsWith("\n") ? 1 : 0;
    this.sawCarriageReturn = text.endsWith("\r");
    let lf = indexOf(text, "\n", start);
    let cr = indexOf(text, "\r", start);
    while (lf < text.length || cr < text.length) {
      const end = Math.min(lf, cr);
      yield this.rest + text.slice(start, end);
      this.rest = "";
      start = end === cr && lf === cr + 1 ? lf + 1 : end + 1;
      if (lf < start) lf = indexOf(text, "\n", start);
      if (cr < start) cr = indexOf(text, "\r", start);
    }
    this.rest += text.slice(start);
    if (this.rest.length > LONGEST_LINE) throw tooLong("A line of the answer", LONGEST_LINE);
  }

  /** Returns the last line, which has no line end. */
  flush(): string {
    const last = this.rest;
    this.rest = "";
    return last;
  }
}

/** The built-in search is many times faster than a loop over the characters. */
function indexOf(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index < 0 ? text.length : index;
}
