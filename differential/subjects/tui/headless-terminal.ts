import { VirtualTerminal } from "@tau/testkit";

/** A terminal as the screens of both libraries take one, drawing on a virtual one. Keys are put in with `press`. */
export class HeadlessTerminal {
  readonly kittyProtocolActive = true;
  readonly modifyOtherKeysActive = false;
  readonly screen: VirtualTerminal;
  #onInput: ((data: string) => void) | undefined;
  #onResize: (() => void) | undefined;

  constructor(columns: number, rows: number) {
    this.screen = new VirtualTerminal({ columns, rows });
  }

  get columns(): number {
    return this.screen.columns;
  }

  get rows(): number {
    return this.screen.rows;
  }

  start(onInput: (data: string) => void, onResize: () => void): void {
    this.#onInput = onInput;
    this.#onResize = onResize;
  }

  stop(): void {
    this.#onInput = undefined;
  }

  drainInput(): Promise<void> {
    return Promise.resolve();
  }

  press(data: string): void {
    this.#onInput?.(data);
  }

  resize(columns: number, rows: number): void {
    this.screen.resize(columns, rows);
    this.#onResize?.();
  }

  write(data: string): void {
    this.screen.write(data);
  }

  moveBy(lines: number): void {
    if (lines !== 0) this.write(lines > 0 ? `\x1b[${lines}B` : `\x1b[${-lines}A`);
  }

  hideCursor(): void {
    this.write("\x1b[?25l");
  }

  showCursor(): void {
    this.write("\x1b[?25h");
  }

  clearLine(): void {
    this.write("\x1b[K");
  }

  clearFromCursor(): void {
    this.write("\x1b[J");
  }

  clearScreen(): void {
    this.write("\x1b[2J\x1b[H");
  }

  setTitle(title: string): void {
    this.write(`\x1b]0;${title}\x07`);
  }

  setProgress(): void {
    // A progress report has no cell.
  }
}
