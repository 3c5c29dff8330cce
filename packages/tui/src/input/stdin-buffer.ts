import type { StringDecoder } from "node:string_decoder";
import { decodeKittyPrintable } from "../keys/matches-key.ts";
import { inputSequenceEnd } from "./input-sequence.ts";

// Not an import: the namespace object of a built-in module would slow down every program that imports this package.
const { EventEmitter } = process.getBuiltinModule("node:events");

export interface StdinBufferOptions {
  /** How long an unfinished sequence waits for the rest. Default: 50 ms. */
  timeout?: number;
  /** How long a lone ESC waits before it counts as the Escape key. Default: 10 ms; slow connections need more. */
  escapeTimeout?: number;
}

export interface StdinBufferEventMap {
  data: [sequence: string];
  paste: [text: string];
}

/**
 * Splits the byte stream of a terminal into whole sequences (`data`) and pastes (`paste`).
 * The result does not depend on the chunks, except that a pause ends an unfinished sequence.
 */
export class StdinBuffer extends EventEmitter<StdinBufferEventMap> {
  private readonly timeout: number;
  private readonly escapeTimeout: number;
  private decoder: StringDecoder | undefined;
  private pending = "";
  private searched = 0;
  private paste: PasteCollector | undefined;
  private suppressed: string | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: StdinBufferOptions = {}) {
    super();
    this.timeout = options.timeout ?? 50;
    this.escapeTimeout = options.escapeTimeout ?? 10;
  }

  process(data: string | Buffer): void {
    this.stopTimer();
    let rest: string | undefined = typeof data === "string" ? data : this.decode(data);
    while (rest !== undefined) rest = this.paste ? this.continuePaste(this.paste, rest) : this.takeSequences(rest);
    if (this.pending !== "" || this.paste?.endsInEscape) this.startTimer();
  }

  /**
   * Ends an unfinished sequence and returns it as it is, without an event. A paste stays open until its end marker or the Escape key arrives: if the end marker
   * was lost, the user could otherwise not type any more.
   */
  flush(): string[] {
    this.stopTimer();
    if (this.paste?.endsInEscape) this.endPaste(this.paste);
    if (this.pending === "") return [];
    const sequence = this.pending;
    this.pending = "";
    this.searched = 0;
    return sequence === TWO_ESCAPES ? [...sequence] : [sequence];
  }

  clear(): void {
    this.stopTimer();
    this.decoder = undefined;
    this.pending = "";
    this.searched = 0;
    this.paste = undefined;
    this.suppressed = undefined;
  }

  getBuffer(): string {
    return this.pending;
  }

  destroy(): void {
    this.clear();
    this.removeAllListeners();
  }

  /** Decodes UTF-8. A chunk may end inside a character. */
  private decode(data: Buffer): string {
    this.decoder ??= new (process.getBuiltinModule("node:string_decoder").StringDecoder)("utf8");
    return this.decoder.write(data);
  }

  /** Emits the complete sequences. If a paste starts, returns the text after its start marker. */
  private takeSequences(data: string): string | undefined {
    const text = this.pending + data;
    let start = 0;
    let resume = this.searched;
    this.pending = "";
    this.searched = 0;
    while (start < text.length) {
      const end = inputSequenceEnd(text, start, resume);
      if (end < 0) {
        this.pending = text.slice(start);
        // The last character is checked again: it may be the ESC of a string terminator.
        this.searched = Math.max(0, this.pending.length - 1);
        return undefined;
      }
      const sequence = text.slice(start, end);
      start = end;
      resume = end;
      if (sequence === PASTE_START) {
        this.paste = new PasteCollector();
        this.suppressed = undefined;
        return text.slice(start);
      }
      this.emitSequence(sequence);
    }
    return undefined;
  }

  private continuePaste(paste: PasteCollector, data: string): string | undefined {
    const rest = paste.push(data);
    if (rest === undefined) return undefined;
    this.paste = undefined;
    this.emit("paste", paste.text);
    return rest;
  }

  /** Emits a sequence. Some terminals send a printable key twice, as CSI-u and as the character: the second is dropped. */
  private emitSequence(sequence: string): void {
    if (sequence === TWO_ESCAPES) {
      for (const key of sequence) this.emitSequence(key);
      return;
    }
    const duplicate = this.suppressed === sequence;
    this.suppressed = duplicate ? undefined : decodeKittyPrintable(sequence);
    if (!duplicate) this.emit("data", sequence);
  }

  private endPaste(paste: PasteCollector): void {
    paste.stop();
    this.paste = undefined;
    this.pending = "\x1b";
    this.emit("paste", paste.text);
  }

  private startTimer(): void {
    const wait = this.paste ? PASTE_END_MS : this.pending === "\x1b" ? this.escapeTimeout : this.timeout;
    this.timer = setTimeout(() => {
      for (const sequence of this.flush()) this.emitSequence(sequence);
    }, wait);
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

/** As one sequence it could be Alt+Escape, but two fast key presses on a slow connection are far more common. */
const TWO_ESCAPES = "\x1b\x1b";
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/** The end marker of a paste also begins with an escape. On a slow connection the rest of it may take this long. */
const PASTE_END_MS = 500;

/** Collects the text of a paste. A chunk may end inside the end marker. Each character is searched once. */
class PasteCollector {
  text = "";
  private readonly parts: string[] = [];
  private tail = "";

  get endsInEscape(): boolean {
    return this.tail.endsWith("\x1b");
  }

  /** Ends the paste with the text received so far, without the trailing escape. */
  stop(): void {
    this.text = this.parts.join("") + this.tail.slice(0, -1);
  }

  /** Returns the text after the end of the paste, or undefined while the paste is open. */
  push(data: string): string | undefined {
    const joined = this.tail + data;
    const end = joined.indexOf(PASTE_END);
    if (end < 0) {
      const keep = Math.max(0, joined.length - PASTE_END.length + 1);
      this.parts.push(joined.slice(0, keep));
      this.tail = joined.slice(keep);
      return undefined;
    }
    this.parts.push(joined.slice(0, end));
    this.text = this.parts.join("");
    return joined.slice(end + PASTE_END.length);
  }
}
