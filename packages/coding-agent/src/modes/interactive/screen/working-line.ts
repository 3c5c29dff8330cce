import { type Component, Loader, type LoaderIndicatorOptions, type TUI, truncateToWidth } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";
import { stopHint } from "../keys/key-text.ts";
import type { BorderStatus } from "../parts/custom-editor.ts";
import { formatElapsed } from "../renderers/tools/elapsed.ts";

const NOTHING: string[] = [];

/** Shows that a run is in progress, and for how long. Without a run, draws nothing and starts no timer. */
export class WorkingLine implements Component, BorderStatus {
  /** Whether the editor shows the status above its text. It is then not drawn here. */
  isShownElsewhere: () => boolean = () => false;
  private loader: Loader | undefined;
  private ticking: NodeJS.Timeout | undefined;
  private message = "Working";
  private describe = () => "";
  private given: string | undefined;
  private indicator: LoaderIndicatorOptions | undefined;
  private isVisible = true;
  private rows: string[] = NOTHING;
  private lines: string[] = NOTHING;
  private readonly frames: Pick<TUI, "requestRender">;
  private readonly theme: () => Theme;

  constructor(frames: Pick<TUI, "requestRender">, theme: () => Theme) {
    this.frames = frames;
    this.theme = theme;
  }

  start(message = "Working"): void {
    this.message = message;
    const started = performance.now();
    const time = () => formatElapsed(Math.max(1000, performance.now() - started));
    this.run(() => `${this.given ?? `${this.message}…`} ${time()}${stopHint()}`);
  }

  /** Counts down to something that starts automatically. */
  countDown(message: string, milliseconds: number): void {
    const end = performance.now() + milliseconds;
    this.run(() => `${message} in ${formatElapsed(Math.max(0, end - performance.now() + 999))}${stopHint()}`);
  }

  /** Shows another message. `undefined` restores the usual one. */
  setMessage(message: string | undefined): void {
    this.given = message;
    this.loader?.setMessage(this.describe());
  }

  setVisible(visible: boolean): void {
    this.isVisible = visible;
    this.frames.requestRender();
  }

  setIndicator(indicator: LoaderIndicatorOptions | undefined): void {
    this.indicator = indicator;
    this.loader?.setIndicator(indicator ?? SLOW_INDICATOR);
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
    const rows = this.isVisible && !this.isShownElsewhere() ? this.loader?.render(width) : undefined;
    if (!rows) return NOTHING;
    // The loader starts with an empty row, which the screen already has.
    if (rows !== this.rows) this.lines = rows.slice(1);
    this.rows = rows;
    return this.lines;
  }

  /** Returns an empty text if nothing is in progress. */
  renderInBorder(width: number): string {
    const row = this.isVisible && width > 0 ? this.loader?.render(WIDE)[1] : undefined;
    return row === undefined ? "" : truncateToWidth(row.trim(), width);
  }

  private run(describe: () => string): void {
    this.stop();
    this.describe = describe;
    const { theme } = this;
    this.loader = new Loader(
      this.frames,
      (text) => theme().fg("accent", text),
      (text) => theme().fg("muted", text),
      describe(),
      this.indicator ?? SLOW_INDICATOR,
    );
    this.loader.start();
    this.ticking = setInterval(() => this.loader?.setMessage(describe()), 1000);
  }
}

/** Wide enough to keep the status on one row, which is cut to the border afterwards. */
const WIDE = 1000;

/** Each step of the indicator is a frame. Half as many as usual look just as lively. */
const SLOW_INDICATOR: LoaderIndicatorOptions = { intervalMs: 160 };
