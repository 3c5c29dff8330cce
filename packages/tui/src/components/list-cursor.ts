import { getKeybindings } from "../keys/index.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";

/** The list that owns the cursor. It is notified when the cursor moved and when its row is chosen. */
export interface ListCursorHost {
  /** The number of rows. */
  readonly count: number;
  moved(): void;
  choose(): void;
}

/** The selected row of a list and the visible rows around it. Handles the keys and pointer events that move it. */
export class ListCursor {
  index = 0;
  private maxVisible: number;
  private readonly atEdge: "wrap" | "stop";
  private readonly host: ListCursorHost;

  /** `atEdge` decides what a step past the first or last row does. */
  constructor(maxVisible: number, atEdge: "wrap" | "stop", host: ListCursorHost) {
    this.maxVisible = Math.max(1, maxVisible);
    this.atEdge = atEdge;
    this.host = host;
  }

  /** Sets the number of visible rows. */
  setMaxVisible(rows: number): void {
    this.maxVisible = Math.max(1, rows);
  }

  /** The visible rows. The selected row is in the middle, as far as the ends of the list allow. */
  get window(): { start: number; end: number } {
    const { count } = this.host;
    const start = Math.max(0, Math.min(this.index - Math.floor(this.maxVisible / 2), count - this.maxVisible));
    return { start, end: Math.min(start + this.maxVisible, count) };
  }

  /** The position of the cursor, for a list that is not entirely visible. */
  get position(): string | undefined {
    const { count } = this.host;
    return count > this.maxVisible ? `  (${this.index + 1}/${count})` : undefined;
  }

  /** Returns whether the cursor moved. */
  moveTo(index: number): boolean {
    const target = Math.max(0, Math.min(index, this.host.count - 1));
    if (target === this.index) return false;
    this.index = target;
    this.host.moved();
    return true;
  }

  /** Returns whether the input is one of the keys that move through a list or choose from it. */
  handleKey(data: string): boolean {
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.up")) this.step(-1);
    else if (keys.matches(data, "tui.select.down")) this.step(1);
    else if (keys.matches(data, "tui.select.pageUp")) this.moveTo(this.index - this.maxVisible);
    else if (keys.matches(data, "tui.select.pageDown")) this.moveTo(this.index + this.maxVisible);
    else if (keys.matches(data, "tui.select.confirm")) this.host.choose();
    else return false;
    return true;
  }

  /** `top` is the line of the component that shows the first visible row. */
  handleMouse(event: TuiMouseEvent, top = 0): TuiMouseEventResult | undefined {
    if (event.type === "wheel") {
      this.moveTo(this.index + Math.sign(event.wheelDelta ?? 0));
      return { handled: true };
    }
    const { start, end } = this.window;
    const index = start + event.y - top;
    if (index < start || index >= end) return undefined;
    if (event.type === "move") return { handled: true, render: this.moveTo(index) };
    if (event.type !== "click" || event.button !== "left") return undefined;
    this.moveTo(index);
    this.host.choose();
    return { handled: true };
  }

  private step(delta: -1 | 1): void {
    const { count } = this.host;
    if (count === 0) return;
    const isBeyond = this.index + delta < 0 || this.index + delta >= count;
    const moved = this.moveTo(isBeyond && this.atEdge === "wrap" ? count - 1 - this.index : this.index + delta);
    // In a list of one item a step wraps around to the same item, which still counts as a move.
    if (!moved && this.atEdge === "wrap") this.host.moved();
  }
}
