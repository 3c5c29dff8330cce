import type { Component } from "@tau/tui";
import { currentTheme } from "./current-theme.ts";

/** A line as wide as the place it is drawn in. */
export class DynamicBorder implements Component {
  private readonly color: (text: string) => string;

  constructor(color: (text: string) => string = (text) => currentTheme().fg("border", text)) {
    this.color = color;
  }

  invalidate(): void {
    // Nothing is kept between drawings.
  }

  render(width: number): string[] {
    return [this.color("─".repeat(Math.max(1, width)))];
  }
}
