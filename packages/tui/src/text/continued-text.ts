import { escapeSequenceEnd, isUnfinishedSequence } from "./escape-sequence.ts";

/** An unfinished escape sequence longer than this counts as text. */
const LONGEST_HELD = 1024;

/**
 * Cleans a text that arrives in pieces with the same result as cleaning the whole. The end of a piece that the next one may
 * complete (half of a CRLF or of an escape sequence) is held back.
 */
export class ContinuedText {
  private readonly clean: (text: string) => string;
  private held = "";

  constructor(clean: (text: string) => string) {
    this.clean = clean;
  }

  push(piece: string): string {
    const text = this.held + piece;
    const end = Math.min(completeEnd(text), text.endsWith("\r") ? text.length - 1 : text.length);
    this.held = text.slice(end);
    return this.clean(text.slice(0, end));
  }

  /** Called when the next piece begins another text. */
  reset(): void {
    this.held = "";
  }
}

function completeEnd(text: string): number {
  let start = text.indexOf("\x1b");
  while (start >= 0) {
    const end = escapeSequenceEnd(text, start);
    if (end < 0 && text.length - start <= LONGEST_HELD && isUnfinishedSequence(text, start)) return start;
    start = text.indexOf("\x1b", Math.max(end, start + 1));
  }
  return text.length;
}
