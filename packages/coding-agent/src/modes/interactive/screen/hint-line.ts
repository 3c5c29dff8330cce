import { type Component, type TUI, truncateToWidth } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

const SHOWN_MS = 3000;

/** A line for short, temporary messages. */
export class HintLine implements Component {
  private lines: string[] = [];
  private text = "";
  private timer: NodeJS.Timeout | undefined;
  private readonly tui: TUI;
  private readonly theme: () => Theme;

  constructor(tui: TUI, theme: () => Theme) {
    this.tui = tui;
    this.theme = theme;
  }

  show(text: string): void {
    clearTimeout(this.timer);
    this.set(text);
    this.timer = setTimeout(() => this.set(""), SHOWN_MS);
    this.timer.unref();
  }

  invalidate(): void {
    this.set(this.text);
  }

  render(width: number): string[] {
    if (this.text === "") return this.lines;
    const line = truncateToWidth(` ${this.theme().fg("accent", this.text)}`, width);
    if (this.lines[0] !== line) this.lines = [line];
    return this.lines;
  }

  private set(text: string): void {
    this.text = text;
    this.lines = [];
    this.tui.requestRender();
  }
}
