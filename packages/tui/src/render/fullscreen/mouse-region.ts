import type { Component } from "../../component.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../../mouse.ts";
import { dispatchMouse } from "../dispatch-mouse.ts";
import { drawComponent } from "../draw-component.ts";

export type MouseRegionHandler = (event: TuiMouseEvent) => TuiMouseEventResult | undefined;

/** Adds a pointer handler to a component. The component's own handler comes first. */
export class MouseRegion implements Component {
  private readonly child: Component;
  private readonly onMouse: MouseRegionHandler;

  constructor(child: Component, onMouse: MouseRegionHandler) {
    this.child = child;
    this.onMouse = onMouse;
  }

  render(width: number): string[] {
    return drawComponent(this.child, width);
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    return dispatchMouse(this.child, event) ?? this.onMouse(event);
  }

  invalidate(): void {
    this.child.invalidate();
  }
}
