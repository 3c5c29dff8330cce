/**
 * Turns the bytes of a terminal stream into plain text: escape sequences and control characters are taken out, and of a line that
 * was overwritten by carriage returns the last state is kept. Chunks may end anywhere, inside a character or a sequence included.
 */
export class TerminalText {
  private readonly decoder = new TextDecoder();
  private held = "";
  private midLine = false;

  push(bytes: Uint8Array): string {
    const text = this.held + this.decoder.decode(bytes, { stream: true });
    const cut = unfinishedStart(text);
    this.held = text.slice(cut);
    return this.clean(text.slice(0, cut));
  }

  end(): string {
    const rest = this.held + this.decoder.decode();
    this.held = "";
    return this.clean(rest);
  }

  private clean(text: string): string {
    if (text === "") return text;
    // What stood on the line before this chunk is gone already: its overwriting shows as a line of its own.
    const breaks = this.midLine && /^[^\n]*\r(?!\n)/.test(text);
    this.midLine = !text.endsWith("\n");
    return breaks ? `\n${stripTerminalSequences(text)}` : stripTerminalSequences(text);
  }
}

export function stripTerminalSequences(text: string): string {
  if (!NEEDS_WORK.test(text)) return text;
  const plain = text.replace(SEQUENCES, "");
  const flat = plain.includes("\r") ? plain.split("\n").map(lastState).join("\n") : plain;
  return flat.replace(UNWANTED, "");
}

function lastState(line: string): string {
  const end = line.endsWith("\r") ? line.length - 1 : line.length;
  const overwritten = end === 0 ? -1 : line.lastIndexOf("\r", end - 1);
  return line.slice(overwritten + 1, end);
}

/** Where the unfinished sequence or line ending begins with which `text` ends; its length where there is none. */
function unfinishedStart(text: string): number {
  const last = text.lastIndexOf("\x1b");
  if (last !== -1 && text.length - last < MAX_HELD) {
    if (last === text.length - 1) return stringStart(text, last);
    if (UNFINISHED.test(text.slice(last))) return last;
  }
  return text.endsWith("\r") ? text.length - 1 : text.length;
}

/** A last escape may be the first half of what ends an operating system command. */
function stringStart(text: string, last: number): number {
  const before = last === 0 ? -1 : text.lastIndexOf("\x1b", last - 1);
  const opens = before !== -1 && last - before < MAX_HELD && OPEN_STRING.test(text.slice(before, last));
  return opens ? before : last;
}

/** The longest unfinished sequence that is waited for; a longer one is taken for stray bytes. */
const MAX_HELD = 4096;
const NEEDS_WORK = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufff9-\ufffb]/;
const SEQUENCES =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-~])|\x9b[0-?]*[ -/]*[@-~]/g;
const UNFINISHED = /^\x1b(?:\[[0-?]*[ -/]*|[\]P^_X][^\x07\x1b]*|[ -/]*)$/;
const OPEN_STRING = /^\x1b[\]P^_X][^\x07\x1b]*$/;
const UNWANTED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufff9-\ufffb]/g;
