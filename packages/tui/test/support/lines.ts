import type { Component } from "../../src/component.ts";

/** A component that shows the lines it holds. Replace `lines` to change it. */
export class Lines implements Component {
  lines: string[];
  renders = 0;

  constructor(...lines: string[]) {
    this.lines = lines;
  }

  render(): string[] {
    this.renders++;
    return this.lines;
  }

  invalidate(): void {
    this.lines = [...this.lines];
  }
}

export function numbered(prefix: string, from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => `${prefix}${from + index}`);
}
