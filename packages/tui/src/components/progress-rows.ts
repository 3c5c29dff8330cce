import type { Component } from "../component.ts";
import { neutralizeLine, truncateToWidth, visibleWidth } from "../text/index.ts";

export interface ProgressItem {
  readonly text: string;
  /** From 0 to 1; absent if the total amount of work is unknown. */
  readonly fraction?: number | undefined;
  /** The start time on the clock of `performance.now`; absent if no elapsed time is shown. */
  readonly started?: number | undefined;
}

export interface ProgressRowsTheme {
  text: (text: string) => string;
  filled: (text: string) => string;
  empty: (text: string) => string;
  figures: (text: string) => string;
  /** Returns a text such as `12 s`. */
  formatElapsed: (milliseconds: number) => string;
}

const MAX_BAR = 20;
const MIN_BAR = 5;
const MIN_TEXT = 12;
const TICK_MS = 1000;

/** Shows running work, one row per item: a text, a bar and the elapsed time. Draws nothing if there are no items. */
export class ProgressRows implements Component {
  private readonly theme: ProgressRowsTheme;
  private readonly frames: { requestRender(): void };
  private readonly items = new Map<string, ProgressItem>();
  private ticking: NodeJS.Timeout | undefined;
  private drawn: string[] = [];

  constructor(theme: ProgressRowsTheme, frames: { requestRender(): void }) {
    this.theme = theme;
    this.frames = frames;
  }

  /** Sets the row of a key; `undefined` removes it. */
  set(key: string, item: ProgressItem | undefined): void {
    if (item) this.items.set(key, item);
    else this.items.delete(key);
    this.tick();
    this.frames.requestRender();
  }

  get(key: string): ProgressItem | undefined {
    return this.items.get(key);
  }

  /** The rows for a screen reader: the texts without the elapsed time. */
  get spoken(): string[] {
    return [...this.items.values()].map(({ text }) => neutralizeLine(text));
  }

  invalidate(): void {
    this.drawn = [];
  }

  dispose(): void {
    this.items.clear();
    this.tick();
  }

  render(width: number): string[] {
    const lines = [...this.items.values()].map((item) => this.draw(item, width));
    const isSame = lines.length === this.drawn.length && lines.every((line, index) => line === this.drawn[index]);
    if (!isSame) this.drawn = lines;
    return this.drawn;
  }

  private draw({ text, fraction, started }: ProgressItem, width: number): string {
    const { theme } = this;
    const share = fraction === undefined ? undefined : Math.max(0, Math.min(1, fraction || 0));
    const time = started === undefined ? "" : theme.formatElapsed(Math.max(1000, performance.now() - started));
    const figures = [share === undefined ? "" : `${Math.floor(share * 100)}%`, time].filter(Boolean).join(" · ");
    const label = neutralizeLine(text);
    const behind = figures === "" ? "" : ` ${theme.figures(figures)}`;
    const free = width - 1 - Math.max(MIN_TEXT, Math.min(visibleWidth(label), width >> 1)) - visibleWidth(behind) - 1;
    const bar =
      share === undefined || free < MIN_BAR
        ? ""
        : ` ${this.bar(share, Math.min(MAX_BAR, free, Math.max(MIN_BAR, Math.floor(width / 5))))}`;
    const room = width - 1 - visibleWidth(behind) - visibleWidth(bar);
    return truncateToWidth(` ${theme.text(truncateToWidth(label, Math.max(1, room), "…"))}${bar}${behind}`, width, "");
  }

  private bar(share: number, cells: number): string {
    const full = Math.floor(share * cells);
    return this.theme.filled("█".repeat(full)) + this.theme.empty("░".repeat(cells - full));
  }

  /** Runs the clock only while at least one row shows the time. */
  private tick(): void {
    const isTimed = [...this.items.values()].some(({ started }) => started !== undefined);
    if (!isTimed) clearInterval(this.ticking);
    if (!isTimed) this.ticking = undefined;
    else if (!this.ticking) this.ticking = setInterval(() => this.frames.requestRender(), TICK_MS).unref();
  }
}
