import { CURSOR_MARKER } from "../../component.ts";
import { truncateToWidth, visibleWidth } from "../../text/index.ts";
import { renderFakeCursor } from "../fake-cursor.ts";
import { fitPadding } from "../padding.ts";
import type { Editing } from "./editing.ts";
import { nextBoundary } from "./grapheme-boundary.ts";
import type { EditorLayout } from "./layout.ts";

export interface EditorFrame {
  readonly rows: string[];
  readonly hiddenAbove: number;
  readonly hiddenBelow: number;
}

/** Draws the rows of the text that fit, and keeps the cursor among them. */
export class EditorView {
  private readonly editing: Editing;
  private readonly layout: EditorLayout;
  private firstRow = 0;

  constructor(editing: Editing, layout: EditorLayout) {
    this.editing = editing;
    this.layout = layout;
  }

  /** Lays the text out for a width. The last column is kept for a cursor behind a full row. */
  layOut(width: number, paddingX: number): void {
    const { padding, contentWidth } = fitPadding(width, paddingX);
    const textWidth = Math.max(1, contentWidth - (padding > 0 ? 0 : 1));
    this.layout.update(this.editing.buffer.lines, textWidth, (line) => this.editing.markers.rangesIn(line));
  }

  draw(width: number, paddingX: number, maxRows: number, focused: boolean): EditorFrame {
    this.layOut(width, paddingX);
    const { padding } = fitPadding(width, paddingX);
    const margin = " ".repeat(padding);
    const cursorRow = this.layout.visualOf(this.editing.buffer.cursor).row;
    const first = this.scrollTo(cursorRow, maxRows);
    const last = Math.min(first + maxRows, this.layout.rowCount);
    const rows: string[] = [];
    for (let row = first; row < last; row++) {
      const room = width - padding;
      rows.push(margin + (row === cursorRow ? this.drawCursorRow(row, focused, room) : this.drawRow(row, room)));
    }
    return { rows, hiddenAbove: first, hiddenBelow: this.layout.rowCount - last };
  }

  /** The position under a cell of the last drawn frame. */
  positionAt(x: number, y: number, paddingX: number, width: number) {
    return this.layout.positionAt(this.firstRow + y, Math.max(0, x - fitPadding(width, paddingX).padding));
  }

  private scrollTo(cursorRow: number, maxRows: number): number {
    const lowest = Math.max(0, this.layout.rowCount - maxRows);
    this.firstRow = Math.max(cursorRow - maxRows + 1, Math.min(this.firstRow, cursorRow, lowest));
    return this.firstRow;
  }

  private drawRow(row: number, room: number): string {
    return fit(this.layout.rowAt(row).chunk.text, room);
  }

  private drawCursorRow(row: number, focused: boolean, room: number): string {
    const { chunk } = this.layout.rowAt(row);
    const at = this.editing.buffer.cursor.col - chunk.startIndex;
    const end = Math.min(chunk.text.length, nextBoundary(chunk.text, at, []));
    const marker = focused ? CURSOR_MARKER : "";
    const under = at < chunk.text.length ? chunk.text.slice(at, end) : " ";
    const before = chunk.text.slice(0, at);
    const after = chunk.text.slice(end);
    // On a terminal one or two cells wide a full row may leave no cell for the cursor.
    if (visibleWidth(before + under + after) > room) return marker + fit(chunk.text, room);
    return before + marker + renderFakeCursor(under) + after;
  }
}

/** Rows fit already, except for a character that is wider than the terminal. */
function fit(text: string, room: number): string {
  return visibleWidth(text) > room ? truncateToWidth(text, room, "") : text;
}
