import type { TUI } from "../render/index.ts";
import { Text } from "./text.ts";

export interface LoaderIndicatorOptions {
  /** The frames of the animation. A single frame does not move; an empty array hides the indicator. */
  frames?: string[];
  intervalMs?: number;
}

const DEFAULT_FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const DEFAULT_INTERVAL_MS = 80;

/**
 * A message with a spinning indicator, below an empty line. The timer runs only while the loader is drawn: if a tick
 * finds that the loader was not drawn since the last tick, the timer stops until the loader is drawn again.
 */
export class Loader extends Text {
  private readonly ui: Pick<TUI, "requestRender">;
  private readonly spinnerColorFn: (text: string) => string;
  private readonly messageColorFn: (text: string) => string;
  private message: string;
  private frames = DEFAULT_FRAMES;
  private intervalMs = DEFAULT_INTERVAL_MS;
  private isVerbatim = false;
  private frame = 0;
  private running = false;
  private drawnSinceTick = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private body: string[] | undefined;
  private lines: string[] = [];

  constructor(
    ui: Pick<TUI, "requestRender">,
    spinnerColorFn: (str: string) => string,
    messageColorFn: (str: string) => string,
    message = "Loading...",
    indicator?: LoaderIndicatorOptions,
  ) {
    super("", 1, 0);
    this.ui = ui;
    this.spinnerColorFn = spinnerColorFn;
    this.messageColorFn = messageColorFn;
    this.message = message;
    this.setIndicator(indicator);
    this.start();
  }

  start(): void {
    this.running = true;
    this.schedule();
    this.update();
  }

  stop(): void {
    this.running = false;
    this.unschedule();
  }

  dispose(): void {
    this.stop();
  }

  setMessage(message: string): void {
    this.message = message;
    this.update();
  }

  /** Sets the indicator. Custom frames are shown as given; the default frames are coloured. */
  setIndicator(indicator?: LoaderIndicatorOptions): void {
    this.isVerbatim = indicator?.frames !== undefined;
    this.frames = indicator?.frames ?? DEFAULT_FRAMES;
    this.intervalMs = indicator?.intervalMs ?? DEFAULT_INTERVAL_MS;
    this.frame = 0;
    this.unschedule();
    if (this.running) this.schedule();
    this.update();
  }

  override invalidate(): void {
    super.invalidate();
    this.update();
  }

  override render(width: number): string[] {
    this.drawnSinceTick = true;
    if (this.running) this.schedule();
    const body = super.render(width);
    if (body !== this.body) {
      this.body = body;
      this.lines = ["", ...body];
    }
    return this.lines;
  }

  protected getRenderedIndicator(): string {
    const frame = this.frames[this.frame % Math.max(1, this.frames.length)] ?? "";
    return frame === "" || this.isVerbatim ? frame : this.spinnerColorFn(frame);
  }

  private schedule(): void {
    if (this.timer || this.frames.length < 2) return;
    this.drawnSinceTick = true;
    this.timer = setInterval(() => this.tick(), this.intervalMs);
    this.timer.unref();
  }

  private unschedule(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private tick(): void {
    if (!this.drawnSinceTick) {
      this.unschedule();
      return;
    }
    this.drawnSinceTick = false;
    this.frame = (this.frame + 1) % this.frames.length;
    this.update();
  }

  private update(): void {
    const indicator = this.getRenderedIndicator();
    this.setText(`${indicator}${indicator && " "}${this.messageColorFn(this.message)}`);
    this.ui.requestRender();
  }
}
