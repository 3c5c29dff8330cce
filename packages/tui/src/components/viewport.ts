import type { Component } from "../component.ts";
import { getKeybindings, matchesKey } from "../keys/index.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";
import { dispatchMouse } from "../render/dispatch-mouse.ts";
import { drawComponent } from "../render/draw-component.ts";
import { truncateToWidth, visibleWidth } from "../text/index.ts";

export interface ViewportTheme {
  thumb: (text: string) => string;
  track: (text: string) => string;
}

/** A window of fixed height over a taller component. It scrolls by keys or wheel and shows the position in a scroll bar. */
export class Viewport implements Component {
  private readonly child: Component;
  private readonly theme: ViewportTheme;
  private height: number;
  private top = 0;
  private contentHeight = 0;
  private hasBar = false;
  private barSize = "";
  private drawn: { content: string[]; key: string; lines: string[] } | undefined;

  constructor(child: Component, height: number, theme: ViewportTheme) {
    this.child = child;
    this.height = Math.max(1, height);
    this.theme = theme;
  }

  get scrollTop(): number {
    return this.top;
  }

  setHeight(height: number): void {
    this.height = Math.max(1, height);
  }

  scrollTo(top: number): void {
    this.top = Math.max(0, Math.min(top, this.contentHeight - this.height));
  }

  scrollBy(lines: number): void {
    this.scrollTo(this.top + lines);
  }

  invalidate(): void {
    this.drawn = undefined;
    this.child.invalidate();
  }

  dispose(): void {
    this.child.dispose?.();
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.up")) this.scrollBy(-1);
    else if (keys.matches(data, "tui.select.down")) this.scrollBy(1);
    else if (keys.matches(data, "tui.select.pageUp")) this.scrollBy(-this.height);
    else if (keys.matches(data, "tui.select.pageDown")) this.scrollBy(this.height);
    else if (matchesKey(data, "home")) this.scrollTo(0);
    else if (matchesKey(data, "end")) this.scrollTo(this.contentHeight);
    else this.child.handleInput?.(data);
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    const inner = { ...event, y: event.y + this.top, height: this.contentHeight };
    if (event.type !== "wheel") return dispatchMouse(this.child, inner);
    const before = this.top;
    this.scrollBy(event.wheelDelta ?? 0);
    return before === this.top ? undefined : { handled: true };
  }

  render(width: number): string[] {
    const content = this.renderChild(width);
    this.contentHeight = content.length;
    this.scrollTo(this.top);
    const key = `${width} ${this.height} ${this.top}`;
    if (this.drawn?.content !== content || this.drawn.key !== key) {
      this.drawn = { content, key, lines: this.draw(content, width) };
    }
    return this.drawn.lines;
  }

  /** Draws the child. The bar takes two columns; remembering from the last frame whether there is one avoids drawing twice. */
  private renderChild(width: number): string[] {
    const size = `${width} ${this.height}`;
    // In another size, what needed a bar may fit in the columns of the bar.
    if (width <= 2 || size !== this.barSize) this.hasBar = false;
    this.barSize = size;
    const content = drawComponent(this.child, this.hasBar ? width - 2 : width);
    const needsBar = content.length > this.height && width > 2;
    if (needsBar === this.hasBar) return content;
    this.hasBar = needsBar;
    return drawComponent(this.child, needsBar ? width - 2 : width);
  }

  private draw(content: readonly string[], width: number): string[] {
    const shown = content.slice(this.top, this.top + this.height);
    if (!this.hasBar) return shown;
    const size = Math.max(1, Math.round((this.height * this.height) / content.length));
    const most = Math.max(1, content.length - this.height);
    const start = Math.round((this.top / most) * (this.height - size));
    return shown.map((line, row) => {
      const isThumb = row >= start && row < start + size;
      const cut = truncateToWidth(line, width - 2, "");
      const gap = " ".repeat(width - 1 - visibleWidth(cut));
      return cut + gap + (isThumb ? this.theme.thumb("█") : this.theme.track("│"));
    });
  }
}
