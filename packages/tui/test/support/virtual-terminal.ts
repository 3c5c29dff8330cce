import { type Cell, type CursorState, VirtualTerminal as Emulator } from "@tau/testkit";
import { StdinBuffer } from "../../src/input/stdin-buffer.ts";
import { control, moveRows } from "../../src/terminal/control.ts";
import type { Terminal } from "../../src/terminal/terminal.ts";

/** A terminal emulator as a `Terminal`: what it shows can be read cell by cell, and it answers queries. */
export class VirtualTerminal implements Terminal {
  readonly emulator: Emulator;
  /** Everything written, one entry per write. */
  readonly writes: string[] = [];
  kittyProtocolActive = false;
  readonly progress: boolean[] = [];
  /** False for a terminal that never answers a query. */
  answers = true;
  private input: StdinBuffer | undefined;
  private resized: (() => void) | undefined;

  constructor(columns = 80, rows = 24, scrollback = 200_000, emoji: "whole" | "parts" = "whole") {
    this.emulator = new Emulator({ columns, rows, scrollback, emoji });
    this.emulator.onReply((data) => {
      if (this.answers) this.input?.process(data);
    });
  }

  get columns(): number {
    return this.emulator.columns;
  }

  get rows(): number {
    return this.emulator.rows;
  }

  get title(): string {
    return this.emulator.title;
  }

  get screen(): string[] {
    return this.emulator.screen();
  }

  /** Lines above the screen, oldest first; wrapped ones joined. */
  get scrollback(): string[] {
    return this.emulator.unwrappedScrollback();
  }

  get cursor(): CursorState {
    return this.emulator.cursor;
  }

  cell(row: number, column: number): Cell {
    return this.emulator.cell(row, column)!;
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
    this.emulator.write(data);
  }

  moveBy(lines: number): void {
    this.write(moveRows(lines));
  }
  hideCursor(): void {
    this.write(control.cursorHide);
  }
  showCursor(): void {
    this.write(control.cursorShow);
  }
  clearLine(): void {
    this.write(`\r${control.clearLine}`);
  }
  clearFromCursor(): void {
    this.write(control.clearBelow);
  }
  clearScreen(): void {
    this.write(control.clearScreen);
  }
  setTitle(title: string): void {
    this.write(`\x1b]0;${title}\x07`);
  }
  setProgress(active: boolean): void {
    this.progress.push(active);
  }

  /** Types keys as a user would. */
  send(data: string): void {
    this.input?.process(data);
    for (const sequence of this.input?.flush() ?? []) this.input?.emit("data", sequence);
  }

  /** Waits until everything written is parsed, and every answer it caused was delivered and parsed in turn. */
  async flush(): Promise<void> {
    let written: number;
    do {
      written = this.emulator.bytesWritten;
      await this.emulator.settled();
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.emulator.bytesWritten > written);
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.flush();
    this.emulator.resize(columns, rows);
    this.resized?.();
    await this.flush();
    await this.flush();
  }

  /** Bytes written since the last call. */
  takeWrites(): string {
    return this.writes.splice(0).join("");
  }
}
