import { VirtualTerminal } from "@tau/testkit";
import type { Terminal } from "@tau/tui";

/** A terminal without a window, as a program may give one to the screen. */
export class ProgramTerminal implements Terminal, Disposable {
  readonly kittyProtocolActive = false;
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
  /** Types. */
  send: (data: string) => void = nothing;
  private readonly window = new VirtualTerminal({ columns: 100, rows: 40 });

  get columns(): number {
    return this.window.columns;
  }

  get rows(): number {
    return this.window.rows;
  }

  start(onInput: (data: string) => void): void {
    this.send = onInput;
    this.window.onReply(onInput);
  }

  write(data: string): void {
    this.window.write(data);
  }

  waitForText: VirtualTerminal["waitForText"] = (...given) => this.window.waitForText(...given);

  [Symbol.dispose](): void {
    this.window[Symbol.dispose]();
  }
}

function nothing(): undefined {
  return undefined;
}
