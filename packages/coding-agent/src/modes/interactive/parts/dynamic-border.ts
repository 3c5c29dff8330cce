import type { Component } from "@tau/tui";
import { currentTheme } from "./current-theme.ts";

/** A line across the available width. */
export class DynamicBorder implements Component {
  private readonly color: (text: string) => string;

  constructor(color: (text: string) => string = (text) => currentTheme().fg("border", text)) {
    this.color = color;
  }

  invalidate(): void {
    // There is no cache.
  }

  render(width: number): string[] {
    return [this.color("─".repeat(Math.max(1, width)))];
  }
}
