import type { Component } from "../component.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";
import { drawComponent } from "../render/draw-component.ts";
import { applyBackgroundToLine } from "../text/index.ts";
import { fitPadding } from "./padding.ts";

interface Drawn {
  readonly width: number;
  readonly parts: readonly string[][];
  readonly lines: string[];
}

/** Children one below the other, with padding and a background around all of them. */
export class Box implements Component {
  children: Component[] = [];
  private readonly paddingX: number;
  private readonly paddingY: number;
  private bgFn: ((text: string) => string) | undefined;
  private drawn: Drawn | undefined;

  constructor(paddingX = 1, paddingY = 1, bgFn?: (text: string) => string) {
    this.paddingX = paddingX;
    this.paddingY = paddingY;
    this.bgFn = bgFn;
  }

  addChild(component: Component): void {
    this.children.push(component);
  }

  removeChild(component: Component): void {
    const index = this.children.lastIndexOf(component);
    if (index >= 0) this.children.splice(index, 1);
  }

  clear(): void {
    this.children = [];
  }

  setBgFn(bgFn?: (text: string) => string): void {
    this.bgFn = bgFn;
    this.drawn = undefined;
  }

  invalidate(): void {
    this.drawn = undefined;
    for (const child of this.children) child.invalidate();
  }

  /** Goes to the child that was drawn under the pointer. */
  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    const { padding, contentWidth } = fitPadding(event.width, this.paddingX);
    let y = event.y - this.paddingY;
    for (const [index, part] of (this.drawn?.parts ?? []).entries()) {
      if (y >= 0 && y < part.length) {
        const inner = { ...event, x: event.x - padding, y, width: contentWidth, height: part.length };
        return this.children[index]?.handleMouse?.(inner);
      }
      y -= part.length;
    }
    return undefined;
  }

  render(width: number): string[] {
    const { padding, contentWidth } = fitPadding(width, this.paddingX);
    const parts = this.children.map((child) => drawComponent(child, contentWidth));
    const { drawn } = this;
    if (drawn?.width === width && sameParts(drawn.parts, parts)) return drawn.lines;
    const lines = this.draw(parts.flat(), width, " ".repeat(padding));
    this.drawn = { width, parts, lines };
    return lines;
  }

  private draw(content: readonly string[], width: number, margin: string): string[] {
    if (content.length === 0) return [];
    const vertical = Array.from({ length: this.paddingY }, () => "");
    const lines = [...vertical, ...content.map((line) => (line ? margin + line : line)), ...vertical];
    const background = this.bgFn;
    return background ? lines.map((line) => applyBackgroundToLine(line, width, background)) : lines;
  }
}

function sameParts(before: readonly string[][], now: readonly string[][]): boolean {
  return before.length === now.length && before.every((part, index) => part === now[index]);
}
