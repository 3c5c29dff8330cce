import type { Component } from "../component.ts";
import type { TuiMouseDispatchResult, TuiMouseEvent } from "../mouse.ts";
import { dispatchMouse } from "./dispatch-mouse.ts";
import { drawComponent } from "./draw-component.ts";

interface Drawn {
  readonly width: number;
  readonly parts: readonly string[][];
  readonly lines: string[];
}

/** Draws its children one below the other. */
export class Container implements Component {
  children: Component[] = [];
  private drawn: Drawn | undefined;

  addChild(component: Component): void {
    this.children.push(component);
  }

  removeChild(component: Component): void {
    // Removed children are nearly always recent, so search from the end.
    const index = this.children.lastIndexOf(component);
    if (index >= 0) this.children.splice(index, 1);
  }

  clear(): void {
    this.children = [];
  }

  invalidate(): void {
    this.drawn = undefined;
    for (const child of this.children) child.invalidate();
  }

  /** Passes the event to the child that was drawn under the pointer. */
  handleMouse(event: TuiMouseEvent): TuiMouseDispatchResult | undefined {
    if (event.x < 0 || event.x >= event.width) return undefined;
    const parts = this.drawn?.parts ?? this.children.map((child) => drawComponent(child, event.width));
    let top = 0;
    for (const [index, part] of parts.entries()) {
      const y = event.y - top;
      const child = this.children[index];
      if (child && y >= 0 && y < part.length) return dispatchMouse(child, { ...event, y, height: part.length });
      top += part.length;
    }
    return undefined;
  }

  render(width: number): string[] {
    const parts = this.children.map((child) => drawComponent(child, width));
    const { drawn } = this;
    if (drawn && drawn.width === width && sameParts(drawn, parts)) return drawn.lines;
    const lines = parts.flat();
    this.drawn = { width, parts, lines };
    return lines;
  }
}

/** Returns whether the container only stacks its children, so that a screen may walk into it instead of calling `render`. */
export function isPlainContainer(component: Component): component is Container {
  return component instanceof Container && component.render === Container.prototype.render;
}

/** Compares by identity. The total also detects a child that grew the array it returned before. */
function sameParts(drawn: Drawn, parts: readonly string[][]): boolean {
  if (drawn.parts.length !== parts.length) return false;
  let total = 0;
  for (const [index, part] of parts.entries()) {
    if (part !== drawn.parts[index]) return false;
    total += part.length;
  }
  return total === drawn.lines.length;
}
