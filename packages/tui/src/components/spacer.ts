import type { Component } from "../component.ts";

/** Empty lines. */
export class Spacer implements Component {
  private lines: string[];

  constructor(lines = 1) {
    this.lines = emptyLines(lines);
  }

  setLines(lines: number): void {
    if (lines !== this.lines.length) this.lines = emptyLines(lines);
  }

  invalidate(): void {
    // Nothing cached depends on the theme.
  }

  render(_width: number): string[] {
    return this.lines;
  }
}

function emptyLines(count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, () => "");
}
