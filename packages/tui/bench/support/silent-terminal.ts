import type { Terminal } from "../../src/index.ts";

/** A terminal that counts what is written to it and answers where the cursor is. */
export class SilentTerminal implements Terminal {
  columns = 100;
  rows = 40;
  bytes = 0;
  kittyProtocolActive = false;
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
  private resized: () => void = nothing;
  private input: (data: string) => void = nothing;

  start(onInput: (data: string) => void, onResize: () => void): void {
    this.input = onInput;
    this.resized = onResize;
  }

  write(data: string): void {
    this.bytes += data.length;
    if (data.includes("\x1b[6n")) queueMicrotask(() => this.input(`\x1b[${this.rows};1R`));
  }

  resize(columns: number): void {
    this.columns = columns;
    this.resized();
  }
}

function nothing(): undefined {
  return undefined;
}
