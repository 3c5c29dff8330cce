import type { Component } from "../../component.ts";
import { drawComponent } from "../draw-component.ts";
import { compositeTuiLine } from "../lines/composite-line.ts";
import type { OverlayBounds, OverlayHandle, OverlayOptions, OverlayUnfocusOptions } from "./overlay.ts";
import { overlayBounds, overlaySize } from "./overlay-layout.ts";

/** The parts of the screen that overlays use. */
export interface OverlayHost {
  readonly columns: number;
  readonly rows: number;
  focused(): Component | null;
  /** Returns whether the component is in the tree below the overlays. */
  holds(component: Component): boolean;
  /** Sets the focus without consulting the overlays. */
  focus(component: Component | null): void;
  requestRender(): void;
}

interface Overlay {
  readonly component: Component;
  readonly options: OverlayOptions;
  /** The component that had the focus before. */
  previous: Component | null;
  hidden: boolean;
  bounds: OverlayBounds | undefined;
}

/** The components drawn over the screen, the frontmost last. Manages which of them has the focus. */
export class OverlayStack {
  private readonly host: OverlayHost;
  private overlays: Overlay[] = [];
  /** An overlay that temporarily lost the focus to a component, and that component. */
  private interrupted: { overlay: Overlay; by: Component } | undefined;

  constructor(host: OverlayHost) {
    this.host = host;
  }

  get components(): readonly Component[] {
    return this.overlays.map((overlay) => overlay.component);
  }

  hasVisible(): boolean {
    return this.overlays.some((overlay) => this.isVisible(overlay));
  }

  hasFocus(): boolean {
    return this.find(this.host.focused()) !== undefined;
  }

  show(component: Component, options: OverlayOptions = {}): OverlayHandle {
    const overlay: Overlay = { component, options, previous: this.host.focused(), hidden: false, bounds: undefined };
    this.overlays.push(overlay);
    if (!options.nonCapturing && this.isVisible(overlay)) this.host.focus(component);
    this.host.requestRender();
    return this.handle(overlay);
  }

  hideFrontmost(): void {
    const overlay = this.overlays.at(-1);
    if (overlay) this.remove(overlay);
  }

  /**
   * Returns the component that gets the focus when the program asks for `component`. An interrupted overlay gets the focus
   * back when the component that interrupted it has left the tree, or when `component` is null.
   */
  resolveFocus(component: Component | null): Component | null {
    const { interrupted } = this;
    const current = this.find(this.host.focused());
    const wanted = this.find(component);
    if (wanted) {
      this.interrupted = undefined;
      return component;
    }
    if (interrupted && component && this.host.holds(interrupted.by)) {
      this.interrupted = { overlay: interrupted.overlay, by: component };
    } else if (interrupted) {
      this.interrupted = undefined;
      if (this.overlays.includes(interrupted.overlay) && this.isVisible(interrupted.overlay)) {
        return interrupted.overlay.component;
      }
    }
    if (current && component && this.isVisible(current)) this.interrupted = { overlay: current, by: component };
    return component;
  }

  /** Takes the focus from an overlay that is not visible, for example because the terminal became too small. */
  releaseInvisible(): void {
    const overlay = this.find(this.host.focused());
    if (overlay && !this.isVisible(overlay)) this.release(overlay);
  }

  /** Draws the overlays over `lines`, the rows of the screen from the top; `contentRows` of them are in use. */
  composite(lines: readonly string[], contentRows = lines.length): string[] {
    const result = [...lines];
    const { columns, rows } = this.host;
    for (const overlay of this.overlays) {
      overlay.bounds = undefined;
      if (!this.isVisible(overlay)) continue;
      const { width, maxHeight } = overlaySize(overlay.options, columns, rows);
      const content = drawComponent(overlay.component, width).slice(0, maxHeight);
      const bounds = overlayBounds(overlay.options, { width, height: content.length }, columns, rows, contentRows);
      overlay.bounds = bounds;
      for (const [index, line] of content.entries()) {
        const row = bounds.row + index;
        result[row] = compositeTuiLine(result[row] ?? "", line, bounds.col, width, columns);
      }
    }
    return result;
  }

  /** Returns the frontmost overlay that covers a cell. */
  at(column: number, row: number): { component: Component; bounds: OverlayBounds } | undefined {
    for (const { component, bounds } of this.overlays.toReversed()) {
      if (!bounds) continue;
      const inside = row >= bounds.row && row < bounds.row + bounds.height;
      if (inside && column >= bounds.col && column < bounds.col + bounds.width) return { component, bounds };
    }
    return undefined;
  }

  private handle(overlay: Overlay): OverlayHandle {
    return {
      hide: () => this.remove(overlay),
      setHidden: (hidden) => this.setHidden(overlay, hidden),
      isHidden: () => overlay.hidden,
      focus: () => this.bringToFront(overlay),
      unfocus: (options) => this.unfocus(overlay, options),
      isFocused: () => this.host.focused() === overlay.component,
      getBounds: () => (this.overlays.includes(overlay) && this.isVisible(overlay) ? overlay.bounds : undefined),
    };
  }

  private remove(overlay: Overlay): void {
    if (!this.overlays.includes(overlay)) return;
    this.overlays = this.overlays.filter((other) => other !== overlay);
    // Overlays that would return the focus to the removed one now return it to the component before that.
    for (const other of this.overlays) if (other.previous === overlay.component) other.previous = overlay.previous;
    if (this.interrupted?.overlay === overlay) this.interrupted = undefined;
    this.release(overlay);
    this.host.requestRender();
  }

  private setHidden(overlay: Overlay, hidden: boolean): void {
    if (overlay.hidden === hidden || !this.overlays.includes(overlay)) return;
    overlay.hidden = hidden;
    if (hidden) this.release(overlay);
    else if (!overlay.options.nonCapturing && this.isVisible(overlay)) {
      overlay.previous = this.host.focused();
      this.host.focus(overlay.component);
    }
    this.host.requestRender();
  }

  private bringToFront(overlay: Overlay): void {
    if (!this.overlays.includes(overlay) || !this.isVisible(overlay)) return;
    this.overlays = [...this.overlays.filter((other) => other !== overlay), overlay];
    if (this.host.focused() !== overlay.component) {
      if (!this.find(this.host.focused())) overlay.previous = this.host.focused();
      this.host.focus(overlay.component);
    }
    this.interrupted = undefined;
    this.host.requestRender();
  }

  private unfocus(overlay: Overlay, options: OverlayUnfocusOptions | undefined): void {
    if (this.interrupted?.overlay === overlay) this.interrupted = undefined;
    if (options) this.host.focus(options.target);
    else this.release(overlay);
    this.host.requestRender();
  }

  private release(overlay: Overlay): void {
    if (this.host.focused() !== overlay.component) return;
    const next = this.overlays.findLast(
      (other) => other !== overlay && !other.options.nonCapturing && this.isVisible(other),
    );
    this.host.focus(next?.component ?? overlay.previous);
  }

  private find(component: Component | null): Overlay | undefined {
    return component ? this.overlays.find((overlay) => overlay.component === component) : undefined;
  }

  private isVisible(overlay: Overlay): boolean {
    return !overlay.hidden && (overlay.options.visible?.(this.host.columns, this.host.rows) ?? true);
  }
}
