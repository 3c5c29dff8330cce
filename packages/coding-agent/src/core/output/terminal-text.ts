import { OpenLine } from "./open-line.ts";

/**
 * Turns the bytes of a terminal stream into plain text. Removes escape sequences and control characters, and keeps only
 * the last state of a line that carriage returns overwrote. Chunks may end anywhere, even inside a character or a sequence.
 */
export class TerminalText {
  private readonly decoder = new TextDecoder();
  private readonly line = new OpenLine();
  private held = "";

  /** The last line as it stands now. `push` has not returned it yet, because it may still be overwritten. */
  get open(): string {
    return this.line.text;
  }

  /** Returns the text that will not change any more. */
  push(bytes: Uint8Array): string {
    const text = this.held + this.decoder.decode(bytes, { stream: true });
    const cut = unfinishedStart(text);
    this.held = text.slice(cut);
    return this.line.push(withoutControls(text.slice(0, cut)));
  }

  /** Returns the rest of the text, including the open line. */
  end(): string {
    const rest = this.held + this.decoder.decode();
    this.held = "";
    return this.line.push(withoutControls(rest)) + this.line.text;
  }
}

export function stripTerminalSequences(text: string): string {
  const plain = withoutControls(text);
  if (!plain.includes("\r")) return plain;
  const line = new OpenLine();
  return line.push(plain) + line.text;
}

/** Removes escape sequences and control characters, but keeps carriage returns. */
function withoutControls(text: string): string {
  return NEEDS_WORK.test(text) ? text.replace(SEQUENCES, "").replace(UNWANTED, "") : text;
}

/** Returns where an unfinished sequence at the end of `text` begins, or the text's length if there is none. */
function unfinishedStart(text: string): number {
  const last = text.lastIndexOf("\x1b");
  if (last !== -1 && text.length - last < MAX_HELD) {
    if (last === text.length - 1) return stringStart(text, last);
    if (UNFINISHED.test(text.slice(last))) return last;
  }
  const single = text.lastIndexOf("\x9b");
  const isOpen = single !== -1 && text.length - single < MAX_HELD && UNFINISHED_SINGLE.test(text.slice(single));
  return isOpen ? single : text.length;
}

/** Returns where the sequence begins that a final escape may end: it may be the first half of a string terminator. */
function stringStart(text: string, last: number): number {
  const before = last === 0 ? -1 : text.lastIndexOf("\x1b", last - 1);
  const opens = before !== -1 && last - before < MAX_HELD && OPEN_STRING.test(text.slice(before, last));
  return opens ? before : last;
}

/** The longest unfinished sequence to wait for; anything longer is treated as stray bytes. */
const MAX_HELD = 4100;
const NEEDS_WORK = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufff9-\ufffb]/;
const SEQUENCES =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-~])|\x9b[0-?]*[ -/]*[@-~]/g;
const UNFINISHED = /^\x1b(?:\[[0-?]*[ -/]*|[\]P^_X][^\x07\x1b]*|[ -/]*)$/;
const UNFINISHED_SINGLE = /^\x9b[0-?]*[ -/]*$/;
const OPEN_STRING = /^\x1b[\]P^_X][^\x07\x1b]*$/;
const UNWANTED = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufff9-\ufffb]/g;
