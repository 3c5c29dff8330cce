import type { Terminal } from "@tau/tui";
import { keySequence } from "../pty/keys.ts";
import { VirtualTerminal, type VirtualTerminalOptions } from "../terminal/index.ts";

/** A terminal without a window, for programs that pass their own terminal to the screen. The output is on `window`. */
export class ProgramTerminal implements Terminal, Disposable {
  readonly kittyProtocolActive = false;
  readonly window: VirtualTerminal;
  stop = nothing;
  drainInput = async () => undefined;
  moveBy = nothing;
  hideCursor = nothing;
  showCursor = nothing;
  clearLine = nothing;
  clearFromCursor = nothing;
  clearScreen = nothing;
  setTitle = nothing;
  setProgress = nothing;
  /** Sends one key or one paste, as the terminal would. */
  send: (data: string) => void = nothing;
  private onResize: () => void = nothing;

  constructor({ columns = 100, rows = 40, ...options }: VirtualTerminalOptions = {}) {
    this.window = new VirtualTerminal({ columns, rows, ...options });
  }

  get columns(): number {
    return this.window.columns;
  }

  get rows(): number {
    return this.window.rows;
  }

  start(onInput: (data: string) => void, onResize: () => void = nothing): void {
    this.send = onInput;
    this.onResize = onResize;
    this.window.onReply(onInput);
  }

  write(data: string): void {
    this.window.write(data);
  }

  /** Presses keys by name ("enter", "ctrl+c", "up"); any other text is typed. */
  press(...keys: string[]): void {
    for (const key of keys) this.send(keySequence(key));
  }

  /** Changes the size of the window, as its user does. */
  resize(columns: number, rows: number): void {
    this.window.resize(columns, rows);
    this.onResize();
  }

  waitForText: VirtualTerminal["waitForText"] = (...given) => this.window.waitForText(...given);

  [Symbol.dispose](): void {
    this.window[Symbol.dispose]();
  }
}

function nothing(): undefined {
  return undefined;
}
