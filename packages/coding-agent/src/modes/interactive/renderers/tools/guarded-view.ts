import type { Component } from "@tau/tui";
import { foreignLines } from "../../parts/foreign-lines.ts";

/** Shows what an extension draws. If that throws, now or at a later frame, shows a fallback. */
export class GuardedView implements Component {
  private drawn: Component | undefined;
  private fallBack: () => Component | undefined = () => undefined;

  update(draw: () => Component | undefined, fallBack: () => Component | undefined): void {
    this.fallBack = fallBack;
    try {
      this.drawn = draw() ?? fallBack();
    } catch {
      // The row must be shown in any case, so the usual look replaces the failed one.
      this.drawn = fallBack();
    }
  }

  get inner(): Component | undefined {
    return this.drawn;
  }

  invalidate(): void {
    try {
      this.drawn?.invalidate();
    } catch {
      this.drawn = this.fallBack();
    }
  }

  render(width: number): string[] {
    try {
      return this.drawn ? foreignLines(this.drawn.render(width)) : [];
    } catch {
      this.drawn = this.fallBack();
      return this.drawn?.render(width) ?? [];
    }
  }
}
