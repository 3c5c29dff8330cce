import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import xterm from "@xterm/headless";
import { asPredicate, waitUntil } from "../wait-until.ts";
import { type Cell, readCell } from "./cell.ts";

export interface VirtualTerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** The number of lines kept above the screen; 100,000 by default. */
  readonly scrollback?: number;
  /** Whether an emoji of several code points is drawn as a whole, as in modern terminals, or as its parts. Default: whole. */
  readonly emoji?: "whole" | "parts";
}

export interface CursorState {
  readonly row: number;
  readonly column: number;
  readonly isVisible: boolean;
}

export type TextPattern = string | RegExp | ((screen: string) => boolean);

/**
 * A terminal without a window. A drawing program uses `write`, `columns` and `rows`; everything else is for inspecting the
 * result. Bytes are parsed asynchronously: await `settled` (or `feed`) before inspecting.
 */
export class VirtualTerminal implements Disposable {
  /** The number of bytes written, which matters on a slow connection. */
  bytesWritten = 0;
  title = "";
  private readonly terminal: xterm.Terminal;
  private isCursorVisible = true;

  constructor({ columns = 80, rows = 24, scrollback = 100_000, emoji = "whole" }: VirtualTerminalOptions = {}) {
    this.terminal = new xterm.Terminal({ cols: columns, rows, scrollback, allowProposedApi: true });
    // Widths by grapheme cluster, as in modern terminals. The addon's types refer to the terminal of the browser build.
    this.terminal.loadAddon(new UnicodeGraphemesAddon() as unknown as xterm.ITerminalAddon);
    if (emoji === "parts") {
      this.terminal.unicode.register(partWidths);
      this.terminal.unicode.activeVersion = partWidths.version;
    }
    this.terminal.onTitleChange((title) => {
      this.title = title;
    });
    this.watchCursorMode("h", true);
    this.watchCursorMode("l", false);
  }

  get columns(): number {
    return this.terminal.cols;
  }

  get rows(): number {
    return this.terminal.rows;
  }

  write(data: string | Uint8Array): void {
    this.bytesWritten += typeof data === "string" ? Buffer.byteLength(data) : data.length;
    this.terminal.write(data);
  }

  async feed(data: string | Uint8Array): Promise<void> {
    this.write(data);
    await this.settled();
  }

  /** Resolves when everything written so far has been parsed. */
  async settled(): Promise<void> {
    await new Promise<void>((resolve) => this.terminal.write("", resolve));
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
  }

  /** The visible lines, right-trimmed. */
  screen(): string[] {
    const { baseY } = this.terminal.buffer.active;
    return this.lines(baseY, baseY + this.rows);
  }

  /** The lines that have scrolled off the top, oldest first. */
  scrollback(): string[] {
    return this.lines(0, this.terminal.buffer.active.baseY);
  }

  /** Returns the scrollback with wrapped lines joined; terminals wrap lines when they get narrower. */
  unwrappedScrollback(): string[] {
    const { active } = this.terminal.buffer;
    const lines: string[] = [];
    for (const [row, text] of this.scrollback().entries()) {
      const isContinued = active.getLine(row)?.isWrapped && lines.length > 0;
      if (isContinued) lines[lines.length - 1] += text;
      else lines.push(text);
    }
    return lines;
  }

  /** Returns scrollback and screen as one text, without trailing empty lines. */
  text(): string {
    return [...this.scrollback(), ...this.screen()].join("\n").trimEnd();
  }

  /** Returns the cell at a row and column of the screen, both from 0. */
  cell(row: number, column: number): Cell | undefined {
    const { active } = this.terminal.buffer;
    const cell = active.getLine(active.baseY + row)?.getCell(column);
    return cell && readCell(cell);
  }

  /** Returns the cells of one line of the screen. */
  row(row: number): Cell[] {
    const cells = Array.from({ length: this.columns }, (_, column) => this.cell(row, column));
    return cells.filter((cell) => cell !== undefined);
  }

  get cursor(): CursorState {
    const { cursorX, cursorY } = this.terminal.buffer.active;
    return { row: cursorY, column: cursorX, isVisible: this.isCursorVisible };
  }

  get isAlternateScreen(): boolean {
    return this.terminal.buffer.active.type === "alternate";
  }

  /** The modes that the program has switched on (bracketed paste, mouse, synchronized output, …). */
  get modes(): xterm.IModes {
    return this.terminal.modes;
  }

  /** Calls back with the terminal's replies to queries (device attributes, cursor position), which are input for the program. */
  onReply(listener: (data: string) => void): void {
    this.terminal.onData(listener);
  }

  async waitForText(pattern: TextPattern, timeoutMs?: number): Promise<void> {
    const matches = asPredicate(pattern);
    const shows = async (): Promise<true | undefined> => {
      await this.settled();
      return matches(this.screen().join("\n")) ? true : undefined;
    };
    const describe = () => `The screen never showed ${String(pattern)}. It shows:\n${this.screen().join("\n")}`;
    await waitUntil(shows, {
      describe,
      changed: () => this.parsed(),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  [Symbol.dispose](): void {
    this.terminal.dispose();
  }

  private async parsed(): Promise<void> {
    await new Promise<void>((resolve) => {
      const subscription = this.terminal.onWriteParsed(() => {
        subscription.dispose();
        resolve();
      });
    });
  }

  private lines(from: number, to: number): string[] {
    const { active } = this.terminal.buffer;
    // The alternate screen keeps cells beyond the edge from when it was wider.
    const read = (row: number) => active.getLine(row)?.translateToString(true, 0, this.columns) ?? "";
    return Array.from({ length: to - from }, (_, index) => read(from + index));
  }

  /** Tracks the cursor mode in the input, because the buffer does not tell whether the cursor is visible. */
  private watchCursorMode(final: "h" | "l", isVisible: boolean): void {
    this.terminal.parser.registerCsiHandler({ prefix: "?", final }, (params) => {
      if (params.includes(25)) this.isCursorVisible = isVisible;
      return false;
    });
  }
}

/** Widths by code point, as in terminals without grapheme clusters: a mark or a joiner adds no width. */
const partWidths: xterm.IUnicodeVersionProvider = {
  version: "parts",
  wcwidth: (codePoint) => {
    const character = String.fromCodePoint(codePoint);
    if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
    return /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}]/u.test(character) ? 2 : 1;
  },
  charProperties: (codePoint, preceding) => {
    const before = (preceding >> 1) & 3;
    const width = partWidths.wcwidth(codePoint);
    const joins = width === 0 && before > 0;
    return ((joins ? before : width) << 1) | (joins ? 1 : 0);
  },
};
