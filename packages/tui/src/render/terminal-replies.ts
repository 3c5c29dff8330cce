import { control } from "../terminal/control.ts";
import {
  isOsc11BackgroundColorResponse,
  parseOsc11BackgroundColor,
  parseTerminalColorSchemeReport,
  type RgbColor,
  type TerminalColorScheme,
} from "../terminal/terminal-colors.ts";

export interface CursorPosition {
  /** Zero-based. */
  readonly row: number;
  readonly column: number;
}

export interface CellSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface ReplyListeners {
  onColorScheme(scheme: TerminalColorScheme): void;
  onCellSize(size: CellSize): void;
  onFocus(focused: boolean): void;
  /** Called when the terminal cannot show an image that was sent to it. */
  onImageLost(imageId: number): void;
}

/**
 * Queries the terminal and takes its replies out of the input, so that no reply is mistaken for a key. A reply that looks
 * like a key (the cursor position is also Shift+F3) is taken only while it is expected.
 */
export class TerminalReplies {
  private readonly write: (data: string) => void;
  private readonly listeners: ReplyListeners;
  private readonly colors = new Waiting<RgbColor>();
  private readonly schemes = new Waiting<TerminalColorScheme>();
  private readonly positions = new Waiting<CursorPosition>();

  constructor(write: (data: string) => void, listeners: ReplyListeners) {
    this.write = write;
    this.listeners = listeners;
  }

  queryBackgroundColor(timeoutMs: number): Promise<RgbColor | undefined> {
    this.write(control.backgroundColorQuery);
    return this.colors.wait(timeoutMs);
  }

  queryColorScheme(timeoutMs: number): Promise<TerminalColorScheme | undefined> {
    this.write(control.colorSchemeQuery);
    return this.schemes.wait(timeoutMs);
  }

  queryCursorPosition(timeoutMs: number): Promise<CursorPosition | undefined> {
    this.write(control.cursorPositionQuery);
    return this.positions.wait(timeoutMs);
  }

  /**
   * Resolves to the cursor column after each text, or to undefined if a reply is missing. Each text is written at the start of the
   * current row inside an open frame, so the terminal does not show it; the caller then draws the row again.
   */
  async measure(texts: readonly string[], timeoutMs: number): Promise<number[] | undefined> {
    const asked = texts.map((text) => `\r${text}${control.cursorPositionQuery}`).join("");
    const { frameStart, frameEnd, cursorSave, cursorRestore, clearLine } = control;
    // The row may belong to no component: it is left empty.
    this.write(`${frameStart}${cursorSave}${asked}\r${clearLine}${cursorRestore}${frameEnd}`);
    const answers = await Promise.all(texts.map(() => this.positions.wait(timeoutMs)));
    const columns = answers.flatMap((answer) => answer?.column ?? []);
    return columns.length === texts.length ? columns : undefined;
  }

  queryCellSize(): void {
    this.write(control.cellSizeQuery);
  }

  /** Returns whether the sequence was a reply. */
  accept(sequence: string): boolean {
    if (!sequence.startsWith("\x1b")) return false;
    return (
      this.acceptColor(sequence) ||
      this.acceptScheme(sequence) ||
      this.acceptCellSize(sequence) ||
      this.acceptPosition(sequence) ||
      this.acceptFocus(sequence) ||
      this.acceptImage(sequence)
    );
  }

  /** Resolves all pending queries with undefined, because no reply will come any more. */
  stop(): void {
    for (const waiting of [this.colors, this.schemes, this.positions]) waiting.giveUp();
  }

  private acceptColor(sequence: string): boolean {
    if (!isOsc11BackgroundColorResponse(sequence)) return false;
    this.colors.answer(parseOsc11BackgroundColor(sequence));
    return true;
  }

  private acceptScheme(sequence: string): boolean {
    const scheme = parseTerminalColorSchemeReport(sequence);
    if (!scheme) return false;
    if (!this.schemes.answer(scheme)) this.listeners.onColorScheme(scheme);
    return true;
  }

  private acceptCellSize(sequence: string): boolean {
    const match = /^\x1b\[6;(\d+);(\d+)t$/.exec(sequence);
    if (!match) return false;
    const [heightPx, widthPx] = [Number(match[1]), Number(match[2])];
    if (heightPx > 0 && widthPx > 0) this.listeners.onCellSize({ widthPx, heightPx });
    return true;
  }

  private acceptPosition(sequence: string): boolean {
    const match = /^\x1b\[(\d+);(\d+)R$/.exec(sequence);
    if (!match) return false;
    return this.positions.answer({ row: Number(match[1]) - 1, column: Number(match[2]) - 1 });
  }

  private acceptFocus(sequence: string): boolean {
    if (sequence !== "\x1b[I" && sequence !== "\x1b[O") return false;
    this.listeners.onFocus(sequence === "\x1b[I");
    return true;
  }

  private acceptImage(sequence: string): boolean {
    if (!sequence.startsWith("\x1b_G")) return false;
    const [, imageId, message] = /^\x1b_G(?:[^;]*,)?i=(\d+)[^;]*;(.*)\x1b\\$/s.exec(sequence) ?? [];
    if (imageId !== undefined && message !== "OK") this.listeners.onImageLost(Number(imageId));
    return true;
  }
}

/** Pending queries of one kind, answered in the order they were sent. */
class Waiting<Answer> {
  private readonly queue: ((answer: Answer | undefined) => void)[] = [];
  /** The number of queries that timed out. Their replies may still arrive and must not be taken for keys. */
  private late = 0;

  wait(timeoutMs: number): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const settle = (answer: Answer | undefined) => {
        clearTimeout(timer);
        this.queue.splice(this.queue.indexOf(settle), 1);
        resolve(answer);
      };
      const timer = setTimeout(() => {
        this.late++;
        settle(undefined);
      }, timeoutMs);
      this.queue.push(settle);
    });
  }

  /** Returns whether the reply was expected. */
  answer(answer: Answer | undefined): boolean {
    const settle = this.queue[0];
    if (settle) settle(answer);
    else if (this.late > 0) this.late--;
    else return false;
    return true;
  }

  giveUp(): void {
    for (const settle of [...this.queue]) settle(undefined);
  }
}
