import type { JobControl } from "./job-control.ts";

/** The terminal as screens see it: a source of keys and sizes, and a sink for bytes. */
export interface Terminal {
  /** `onInput` receives whole sequences: one key, one reply, or one paste in its brackets. */
  start(onInput: (data: string) => void, onResize: () => void): void;
  /** Undoes everything `start` switched on. */
  stop(): void;
  /** Swallows input until none came for `idleMs`, so that late key releases do not reach the shell. */
  drainInput(maxMs?: number, idleMs?: number): Promise<void>;
  write(data: string): void;
  get columns(): number;
  get rows(): number;
  /** Whether keys arrive in the Kitty protocol, with releases. */
  get kittyProtocolActive(): boolean;
  /** Moves the cursor down, or up if negative. */
  moveBy(lines: number): void;
  hideCursor(): void;
  showCursor(): void;
  clearLine(): void;
  clearFromCursor(): void;
  clearScreen(): void;
  setTitle(title: string): void;
  /** An indeterminate progress mark on the tab or task bar. */
  setProgress(active: boolean): void;
  /** No escape sequence does anything here: not a terminal, or one without abilities. */
  readonly isDumb?: boolean;
  /** Stops the process as Ctrl+Z does and calls back when it goes on. False where that cannot be. */
  suspend?(onResume: () => void): boolean;
  /** Tells when the process is stopped or continued from outside. Returns a function that stops telling. */
  followJobControl?(control: JobControl): () => void;
  /** Another program has the terminal: what is written is kept back until the next `start`. After `stop`. */
  lend?(): void;
  /** Bytes to write if the process ends before `stop`. Returns a function that withdraws them. */
  undoAtExit?(undo: () => string): () => void;
}
