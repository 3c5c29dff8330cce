import type { Component } from "../component.ts";

/** Keeps the lines it drew. Handing out the same array again is how a component says that nothing changed. */
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

  /** What it shows is not what it drew last. */
  protected changed(): void {
    this.drawn = undefined;
  }
}
