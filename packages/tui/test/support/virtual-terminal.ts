import { type IBufferCell, Terminal as Xterm } from "@xterm/headless";
import { StdinBuffer } from "../../src/input/stdin-buffer.ts";
import type { Terminal } from "../../src/terminal/terminal.ts";

/** A real terminal emulator as a `Terminal`: what it shows can be read cell by cell, and it answers queries. */
export class VirtualTerminal implements Terminal {
  readonly xterm: Xterm;
  /** Everything written, one entry per write. */
  readonly writes: string[] = [];
  kittyProtocolActive = false;
  title = "";
  readonly progress: boolean[] = [];
  /** False for a terminal that never answers a query. */
  answers = true;
  private input: StdinBuffer | undefined;
  private resized: (() => void) | undefined;
  private unparsed = 0;

  constructor(columns = 80, rows = 24, scrollback = 200_000) {
    this.xterm = new Xterm({ cols: columns, rows, scrollback, allowProposedApi: true });
    this.xterm.onData((data) => {
      if (this.answers) this.input?.process(data);
    });
    this.xterm.onTitleChange((title) => {
      this.title = title;
    });
  }

  get columns(): number {
    return this.xterm.cols;
  }

  get rows(): number {
    return this.xterm.rows;
  }

  start(onInput: (data: string) => void, onResize: () => void): void {
    this.input = new StdinBuffer();
    this.input.on("data", onInput);
    this.input.on("paste", (text) => onInput(`\x1b[200~${text}\x1b[201~`));
    this.resized = onResize;
  }

  stop(): void {
    this.input?.destroy();
    this.input = undefined;
    this.resized = undefined;
  }

  async drainInput(): Promise<void> {
    await this.flush();
  }

  write(data: string): void {
    if (data === "") return;
    this.writes.push(data);
    this.unparsed++;
    this.xterm.write(data, () => {
      this.unparsed--;
    });
  }

  moveBy(lines: number): void {
    this.write(lines < 0 ? `\x1b[${-lines}A` : `\x1b[${lines}B`);
  }
  hideCursor(): void {
    this.write("\x1b[?25l");
  }
  showCursor(): void {
    this.write("\x1b[?25h");
  }
  clearLine(): void {
    this.write("\r\x1b[2K");
  }
  clearFromCursor(): void {
    this.write("\x1b[J");
  }
  clearScreen(): void {
    this.write("\x1b[2J\x1b[H");
  }
  setTitle(title: string): void {
    this.title = title;
  }
  setProgress(active: boolean): void {
    this.progress.push(active);
  }

  /** Types keys as a user would. */
  send(data: string): void {
    this.input?.process(data);
    this.input?.flush();
  }

  /** Waits until everything written is parsed, and every answer it caused was delivered and parsed in turn. */
  async flush(): Promise<void> {
    do {
      await new Promise<void>((resolve) => this.xterm.write("", resolve));
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.unparsed > 0);
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.flush();
    this.xterm.resize(columns, rows);
    this.resized?.();
    await this.flush();
    await this.flush();
  }

  /** Bytes written since the last call. */
  takeWrites(): string {
    return this.writes.splice(0).join("");
  }

  get screen(): string[] {
    const { baseY } = this.xterm.buffer.active;
    return Array.from({ length: this.rows }, (_, row) => this.line(baseY + row));
  }

  /** Lines above the screen, oldest first; wrapped ones joined. */
  get scrollback(): string[] {
    const { active } = this.xterm.buffer;
    const lines: string[] = [];
    for (let row = 0; row < active.baseY; row++) {
      const text = this.line(row);
      if (active.getLine(row)?.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
      else lines.push(text);
    }
    return lines;
  }

  get cursor(): { row: number; column: number; visible: boolean } {
    const { cursorX, cursorY } = this.xterm.buffer.active;
    const core = (this.xterm as unknown as { _core: { coreService: { isCursorHidden: boolean } } })._core;
    return { row: cursorY, column: cursorX, visible: !core.coreService.isCursorHidden };
  }

  cell(row: number, column: number): IBufferCell {
    const { active } = this.xterm.buffer;
    return active.getLine(active.baseY + row)!.getCell(column)!;
  }

  private line(row: number): string {
    return this.xterm.buffer.active.getLine(row)?.translateToString(true) ?? "";
  }
}
