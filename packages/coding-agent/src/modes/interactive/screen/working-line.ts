import { type Component, Loader, type LoaderIndicatorOptions, type TUI } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

/** Says that a run is going on, and for how long. Draws nothing, and wakes nobody, while there is none. */
export class WorkingLine implements Component {
  private loader: Loader | undefined;
  private ticking: NodeJS.Timeout | undefined;
  private message = "Working";
  private given: string | undefined;
  private indicator: LoaderIndicatorOptions | undefined;
  private isVisible = true;
  private readonly frames: Pick<TUI, "requestRender">;
  private readonly theme: () => Theme;

  constructor(frames: Pick<TUI, "requestRender">, theme: () => Theme) {
    this.frames = frames;
    this.theme = theme;
  }

  start(message = "Working"): void {
    this.stop();
    this.message = message;
    const started = performance.now();
    const { theme } = this;
    const describe = () => `${this.given ?? `${this.message}…`} ${elapsed(performance.now() - started)} (Escape stops)`;
    this.loader = new Loader(
      this.frames,
      (text) => theme().fg("accent", text),
      (text) => theme().fg("muted", text),
      describe(),
      this.indicator ?? CALM,
    );
    this.loader.start();
    this.ticking = setInterval(() => this.loader?.setMessage(describe()), 1000);
  }

  /** Says something else instead; without a message, the usual again. */
  setMessage(message: string | undefined): void {
    this.given = message;
  }

  setVisible(visible: boolean): void {
    this.isVisible = visible;
    this.frames.requestRender();
  }

  setIndicator(indicator: LoaderIndicatorOptions | undefined): void {
    this.indicator = indicator;
    this.loader?.setIndicator(indicator ?? CALM);
  }

  stop(): void {
    clearInterval(this.ticking);
    this.loader?.stop();
    this.loader = undefined;
    this.frames.requestRender();
  }

  invalidate(): void {
    this.loader?.invalidate();
  }

  render(width: number): string[] {
    return (this.isVisible ? this.loader?.render(width) : undefined) ?? NOTHING;
  }
}

const NOTHING: string[] = [];

/** Each turn of the indicator is a frame: half as many as usual are as lively. */
const CALM: LoaderIndicatorOptions = { intervalMs: 160 };

function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
