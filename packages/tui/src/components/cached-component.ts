import type { Component } from "../component.ts";

/** Caches the drawn lines. Returning the same array again tells the screen that the component did not change. */
export abstract class CachedComponent implements Component {
  private drawn: { readonly width: number; readonly lines: string[] } | undefined;

  invalidate(): void {
    this.changed();
  }

  render(width: number): string[] {
    if (this.drawn?.width !== width) this.drawn = { width, lines: this.draw(width) };
    return this.drawn.lines;
  }

  protected abstract draw(width: number): string[];

  /** Drops the cached lines, because the component would now draw something else. */
  protected changed(): void {
    this.drawn = undefined;
  }
}
