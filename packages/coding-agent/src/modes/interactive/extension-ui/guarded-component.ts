import {
  type Component,
  type Focusable,
  isFocusable,
  type TuiMouseEvent,
  type TuiMouseEventResult,
  truncateToWidth,
} from "@tau/tui";
import { errorText } from "../../../core/error-text.ts";
import { foreignLines } from "../parts/foreign-lines.ts";
import { plainLine } from "../parts/plain-line.ts";

/** Called once for each different error. */
export type OnComponentError = (message: string) => void;

/** The place that a component covers: it fills these rows, and the footer is drawn below it. */
export interface CoveredPlace {
  rows(): number;
  footer(width: number): readonly string[];
}

/** Wraps a component of an extension. If it throws, the screen keeps working; if it cannot be drawn, one line says so. */
export class GuardedComponent implements Component, Focusable {
  private readonly inner: Component;
  private readonly name: string;
  private readonly onError: OnComponentError;
  private readonly place: CoveredPlace | undefined;
  private lastError = "";
  private filled: { readonly lines: string[]; readonly rows: string[] } | undefined;

  constructor(inner: Component, name: string, onError: OnComponentError, place?: CoveredPlace) {
    this.inner = inner;
    this.name = name;
    this.onError = onError;
    this.place = place;
  }

  get focused(): boolean {
    return isFocusable(this.inner) && this.inner.focused;
  }

  set focused(focused: boolean) {
    const { inner } = this;
    if (isFocusable(inner)) this.guard(() => (inner.focused = focused));
  }

  get wantsKeyRelease(): boolean {
    return this.inner.wantsKeyRelease ?? false;
  }

  get capturesViewportInput(): boolean {
    return this.inner.capturesViewportInput ?? false;
  }

  render(width: number): string[] {
    const lines = this.guard(() => foreignLines(this.inner.render(width)));
    const footer = this.place?.footer(width) ?? [];
    const rows = this.fill(lines ?? [truncateToWidth(`[${this.lastError}]`, width)], footer.length);
    return footer.length === 0 ? rows : [...rows, ...footer];
  }

  handleInput(data: string): void {
    this.guard(() => this.inner.handleInput?.(data));
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    return this.guard(() => this.inner.handleMouse?.(event));
  }

  invalidate(): void {
    this.guard(() => this.inner.invalidate?.());
  }

  dispose(): void {
    this.guard(() => this.inner.dispose?.());
  }

  private fill(lines: string[], footerRows: number): string[] {
    const missing = (this.place?.rows() ?? 0) - footerRows - lines.length;
    if (missing <= 0) return lines;
    const { filled } = this;
    if (filled?.lines === lines && filled.rows.length === lines.length + missing) return filled.rows;
    const rows = [...lines, ...new Array<string>(missing).fill("")];
    this.filled = { lines, rows };
    return rows;
  }

  private guard<T>(call: () => T): T | undefined {
    try {
      return call();
    } catch (error) {
      const message = `${this.name} failed: ${plainLine(errorText(error))}`;
      const isNew = message !== this.lastError;
      this.lastError = message;
      // Lines cannot be added to the screen while it is being drawn.
      if (isNew) queueMicrotask(() => this.onError(message));
      return undefined;
    }
  }
}
