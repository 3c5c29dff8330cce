import { StdinBuffer } from "../input/stdin-buffer.ts";
import { setKittyProtocolActive } from "../keys/kitty-protocol.ts";
import { control, moveRows, windowTitle } from "./control.ts";
import { followJobControl, type JobControl } from "./job-control.ts";
import { KeyboardProtocol } from "./keyboard-protocol.ts";
import { restoreOnExit } from "./restore-on-exit.ts";
import type { Terminal } from "./terminal.ts";
import { hasVtInput } from "./vt-input.ts";

export interface ProcessTerminalOptions {
  input?: NodeJS.ReadStream;
  output?: NodeJS.WriteStream;
  env?: NodeJS.ProcessEnv;
  /** Called when the terminal is gone (closed window, broken pipe): nothing can be read or shown any more. */
  onClose?: () => void;
}

/** The terminal this process was started in. */
export class ProcessTerminal implements Terminal {
  readonly isDumb: boolean;
  private readonly input: NodeJS.ReadStream;
  private readonly output: NodeJS.WriteStream;
  private readonly env: NodeJS.ProcessEnv;
  private readonly onClose: (() => void) | undefined;
  private readonly understandsKeys = hasVtInput({ platform: process.platform, nodeVersion: process.versions.node });
  private readonly keyboard = new KeyboardProtocol((data) => this.write(data));
  private readonly undoOnExit = new Set<() => string>();
  private session: InputSession | undefined;
  private closed = false;
  private progress: NodeJS.Timeout | undefined;
  private isProgressing = false;
  private title: string | undefined;
  private titled = false;
  /** Output held back while another program has the terminal. */
  private kept: string[] | undefined;
  private draining = false;
  private restored = false;

  constructor(options: ProcessTerminalOptions = {}) {
    this.input = options.input ?? process.stdin;
    this.output = options.output ?? process.stdout;
    this.env = options.env ?? process.env;
    this.onClose = options.onClose;
    // Never removed: a broken pipe is reported after the last write and must not crash the exit.
    this.output.on("error", () => this.lose());
    this.isDumb = !this.output.isTTY || this.env.TERM === "dumb";
  }

  get columns(): number {
    return this.output.columns || Number(this.env.COLUMNS) || 80;
  }

  get rows(): number {
    return this.output.rows || Number(this.env.LINES) || 24;
  }

  get kittyProtocolActive(): boolean {
    return this.keyboard.kittyActive;
  }

  get modifyOtherKeysActive(): boolean {
    return this.keyboard.modifyOtherKeysActive;
  }

  start(onInput: (data: string) => void, onResize: () => void): void {
    if (this.session) return;
    const { input, output } = this;
    const buffer = new StdinBuffer({ escapeTimeout: resolveEscapeTimeoutMs(this.env) });
    buffer.on("data", (sequence) => {
      if (this.keyboard.accept(sequence)) setKittyProtocolActive(this.keyboard.kittyActive);
      else onInput(sequence);
    });
    buffer.on("paste", (text) => onInput(`\x1b[200~${text}\x1b[201~`));
    const onData = (data: Buffer | string) => {
      if (!this.draining) buffer.process(data);
    };
    const onLost = () => this.lose();
    const wasRaw = input.isRaw ?? false;
    input.on("data", onData);
    input.on("end", onLost);
    input.on("error", onLost);
    output.on("resize", onResize);
    // Also catches a size that changed and changed back while we were busy: the size is the same, but the rows are not.
    process.on("SIGWINCH", onResize);
    if (input.isTTY) input.setRawMode(true);
    input.resume();
    const release = restoreOnExit(() => this.restore());
    this.restored = false;
    this.session = { buffer, onData, onLost, onResize, wasRaw, release };
    this.takeBack();
    if (this.isDumb || !this.understandsKeys) return;
    this.write(control.bracketedPasteOn);
    this.keyboard.start();
  }

  stop(): void {
    const { session, input, output } = this;
    if (!session) return;
    this.restore();
    session.release();
    session.buffer.destroy();
    input.off("data", session.onData);
    input.off("end", session.onLost);
    input.off("error", session.onLost);
    output.off("resize", session.onResize);
    process.off("SIGWINCH", session.onResize);
    input.pause();
    this.session = undefined;
  }

  lend(): void {
    this.kept ??= [];
  }

  undoAtExit(undo: () => string): () => void {
    this.undoOnExit.add(undo);
    return () => this.undoOnExit.delete(undo);
  }

  followJobControl(control: JobControl): () => void {
    return followJobControl(control);
  }

  suspend(onResume: () => void): boolean {
    if (process.platform === "win32") return false;
    const resume = () => {
      clearTimeout(timer);
      process.off("SIGCONT", resume);
      onResume();
    };
    process.once("SIGCONT", resume);
    // A program that was not started by a shell does not stop, since nothing could continue it: then the timer resumes it.
    const timer = setTimeout(resume, STOP_WAIT_MS);
    // Sent to the whole process group, like Ctrl+Z: children that share the terminal stop with us.
    process.kill(0, "SIGTSTP");
    return true;
  }

  async drainInput(maxMs = 1000, idleMs = 50): Promise<void> {
    if (this.closed) return;
    this.draining = true;
    this.session?.buffer.clear();
    await new Promise<void>((resolve) => {
      const onData = () => idle.refresh();
      const finish = () => {
        clearTimeout(idle);
        clearTimeout(limit);
        this.input.off("data", onData);
        resolve();
      };
      const idle = setTimeout(finish, idleMs);
      const limit = setTimeout(finish, maxMs);
      this.input.on("data", onData);
    });
    this.draining = false;
  }

  /** Writes to the terminal. If `TAU_TUI_WRITE_LOG` or `PI_TUI_WRITE_LOG` is a path, also logs every byte there, for debugging a broken screen. */
  write(data: string): void {
    if (data === "" || this.closed) return;
    if (this.kept) {
      this.kept.push(data);
      return;
    }
    this.output.write(data);
    const log = this.env.TAU_TUI_WRITE_LOG ?? this.env.PI_TUI_WRITE_LOG;
    if (log) appendTo(log, data);
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
    this.title = title;
    if (this.isDumb || this.kept) return;
    this.write((this.titled ? "" : control.titlePush) + windowTitle(title));
    this.titled = true;
  }

  setProgress(active: boolean): void {
    this.isProgressing = active;
    if (!this.kept) this.showProgress(active);
  }

  private showProgress(active: boolean): void {
    if (this.isDumb || (this.progress !== undefined) === active) return;
    clearInterval(this.progress);
    this.progress = active ? setInterval(() => this.write(control.progressOn), PROGRESS_REPEAT_MS) : undefined;
    this.progress?.unref();
    this.write(active ? control.progressOn : control.progressOff);
  }

  /** Takes the terminal back: writes the output that was held back, and restores title and progress. */
  private takeBack(): void {
    const { kept, title } = this;
    if (!kept) return;
    this.kept = undefined;
    this.write(kept.join(""));
    if (title !== undefined) this.setTitle(title);
    this.showProgress(this.isProgressing);
  }

  /** Restores the terminal. May be called several times, also by a dying process, where only synchronous writes such as these arrive. */
  private restore(): void {
    if (!this.session || this.restored) return;
    this.restored = true;
    if (!this.isDumb) {
      this.keyboard.stop();
      this.showProgress(false);
      const undo = [...this.undoOnExit].map((bytes) => bytes()).join("");
      const title = this.titled ? control.titlePop : "";
      this.write(undo + control.bracketedPasteOff + title + control.cursorShow);
      this.titled = false;
    }
    if (this.input.isTTY && !this.closed) this.leaveRawMode(this.session.wasRaw);
  }

  private leaveRawMode(wasRaw: boolean): void {
    try {
      this.input.setRawMode(wasRaw);
    } catch {
      // The window was closed: there is no mode to restore.
      this.closed = true;
    }
  }

  private lose(): void {
    if (this.closed) return;
    this.closed = true;
    this.onClose?.();
  }
}

/** After this time the process has stopped, if it stops at all. */
const STOP_WAIT_MS = 200;

/** Some terminals remove the progress mark if it is not renewed. */
const PROGRESS_REPEAT_MS = 10_000;

interface InputSession {
  readonly buffer: StdinBuffer;
  readonly onData: (data: Buffer | string) => void;
  readonly onLost: () => void;
  readonly onResize: () => void;
  readonly wasRaw: boolean;
  readonly release: () => void;
}

/** Appends to the log. A log that cannot be written must not stop the drawing. */
function appendTo(path: string, data: string): void {
  try {
    process.getBuiltinModule("node:fs").appendFileSync(path, data, { mode: 0o600 });
  } catch {
    // The error cannot be shown, because the screen is in use.
  }
}

const LOCAL_MS = 10;
/** Over a network the two bytes of an Alt key may arrive in different packets. */
const REMOTE_MS = 100;

/** Returns how long to wait after a lone ESC. `TAU_ESCAPE_TIMEOUT_MS` or `PI_TUI_ESC_TIMEOUT` overrides it. */
export function resolveEscapeTimeoutMs(env: NodeJS.ProcessEnv = process.env): number {
  const configured = Number(env.TAU_ESCAPE_TIMEOUT_MS ?? env.PI_TUI_ESC_TIMEOUT);
  if (Number.isFinite(configured) && configured > 0) return configured;
  return env.SSH_CONNECTION || env.SSH_TTY || env.MOSH_CONNECTION ? REMOTE_MS : LOCAL_MS;
}
