import type { JobControl } from "./job-control.ts";

/** The terminal as screens see it: a source of keys and sizes, and a sink for bytes. */
export interface Terminal {
  /** `onInput` receives whole sequences: one key, one reply, or one paste in its brackets. */
  start(onInput: (data: string) => void, onResize: () => void): void;
  /** Undoes everything that `start` switched on. */
  stop(): void;
  /** Discards input until none arrived for `idleMs`, so that late key releases do not reach the shell. */
  drainInput(maxMs?: number, idleMs?: number): Promise<void>;
  write(data: string): void;
  get columns(): number;
  get rows(): number;
  /** Whether the Kitty protocol is active, which also reports key releases. */
  get kittyProtocolActive(): boolean;
  /** Moves the cursor down, or up if negative. */
  moveBy(lines: number): void;
  hideCursor(): void;
  showCursor(): void;
  clearLine(): void;
  clearFromCursor(): void;
  clearScreen(): void;
  setTitle(title: string): void;
  /** Shows or hides an indeterminate progress mark on the tab or task bar. */
  setProgress(active: boolean): void;
  /** Whether escape sequences have no effect: the output is not a terminal, or a dumb one. */
  readonly isDumb?: boolean;
  /** Stops the process like Ctrl+Z and calls back when it continues. Returns false if that is impossible. */
  suspend?(onResume: () => void): boolean;
  /** Calls back when the process is stopped or continued from outside. Returns a function that removes the callbacks. */
  followJobControl?(control: JobControl): () => void;
  /** Lends the terminal to another program: output is held back until the next `start`. Call it after `stop`. */
  lend?(): void;
  /** Bytes to write if the process ends before `stop`. Returns a function that withdraws them. */
  undoAtExit?(undo: () => string): () => void;
}
