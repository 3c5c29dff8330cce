import { CURSOR_MARKER } from "../../component.ts";
import { truncateToWidth, visibleWidth } from "../../text/index.ts";
import { renderFakeCursor } from "../fake-cursor.ts";
import { fitPadding } from "../padding.ts";
import type { Editing } from "./editing.ts";
import { nextBoundary } from "./grapheme-boundary.ts";
import type { EditorLayout } from "./layout.ts";
import type { Position } from "./text-buffer.ts";

export interface EditorFrame {
  readonly rows: string[];
  readonly hiddenAbove: number;
  readonly hiddenBelow: number;
}

export interface Selection {
  readonly from: Position;
  /** The position after the last character. */
  readonly to: Position;
}

interface DrawOptions {
  readonly isFocused: boolean;
  readonly selection: Selection | undefined;
}

type Chip = (text: string) => string;

/** Paints a part of a row; `at` is the index in the row where the part begins. */
type Paint = (text: string, at: number) => string;

/** Draws the rows of the text that fit and scrolls so that the cursor is visible. */
export class EditorView {
  private readonly editing: Editing;
  private readonly layout: EditorLayout;
  private readonly chip: Chip | undefined;
  private firstRow = 0;

  constructor(editing: Editing, layout: EditorLayout, chip?: Chip) {
    this.chip = chip;
    this.editing = editing;
    this.layout = layout;
  }

  /** Lays the text out for a width. The last column stays free for a cursor after a full row. */
  layOut(width: number, paddingX: number): void {
    const { padding, contentWidth } = fitPadding(width, paddingX);
    const textWidth = Math.max(1, contentWidth - (padding > 0 ? 0 : 1));
    this.layout.update(this.editing.buffer.lines, textWidth, (line) => this.editing.markers.rangesIn(line));
  }

  draw(width: number, paddingX: number, maxRows: number, { isFocused, selection }: DrawOptions): EditorFrame {
    this.layOut(width, paddingX);
    const { padding } = fitPadding(width, paddingX);
    const margin = " ".repeat(padding);
    const cursorRow = this.layout.visualOf(this.editing.buffer.cursor).row;
    const first = this.scrollTo(cursorRow, maxRows);
    const last = Math.min(first + maxRows, this.layout.rowCount);
    const rows: string[] = [];
    for (let row = first; row < last; row++) {
      const room = width - padding;
      const paint = this.painter(row, selection);
      const text = row === cursorRow ? this.drawCursorRow(row, isFocused, room, paint) : this.drawRow(row, room, paint);
      rows.push(margin + text);
    }
    return { rows, hiddenAbove: first, hiddenBelow: this.layout.rowCount - last };
  }

  /** Returns the text position under a cell of the last drawn frame. */
  positionAt(x: number, y: number, paddingX: number, width: number) {
    return this.layout.positionAt(this.firstRow + y, Math.max(0, x - fitPadding(width, paddingX).padding));
  }

  private scrollTo(cursorRow: number, maxRows: number): number {
    const lowest = Math.max(0, this.layout.rowCount - maxRows);
    this.firstRow = Math.max(cursorRow - maxRows + 1, Math.min(this.firstRow, cursorRow, lowest));
    return this.firstRow;
  }

  private drawRow(row: number, room: number, paint: Paint): string {
    return paint(fit(this.layout.rowAt(row).chunk.text, room), 0);
  }

  /** Returns a painter that draws the selected part of a row in reverse video. */
  private painter(row: number, selection: Selection | undefined): Paint {
    const { line, chunk } = this.layout.rowAt(row);
    if (!selection || line < selection.from.line || line > selection.to.line) return this.chipPainter(row);
    const first = line === selection.from.line ? selection.from.col - chunk.startIndex : 0;
    const last = line === selection.to.line ? selection.to.col - chunk.startIndex : Number.POSITIVE_INFINITY;
    return (text, at) => {
      const [start, end] = [Math.max(0, first - at), Math.max(0, Math.min(text.length, last - at))];
      const inner = text.slice(start, end);
      return inner === "" ? text : text.slice(0, start) + renderFakeCursor(inner) + text.slice(end);
    };
  }

  private chipPainter(row: number): Paint {
    const { line, chunk } = this.layout.rowAt(row);
    const { chip } = this;
    const ranges = chip ? this.editing.markers.rangesIn(this.editing.buffer.lines[line] ?? "") : [];
    if (!chip || ranges.length === 0) return (text) => text;
    return (text, at) => {
      const first = chunk.startIndex + at;
      let painted = "";
      let done = 0;
      for (const { start, end } of ranges) {
        const [from, to] = [Math.max(done, start - first), Math.min(text.length, end - first)];
        if (to <= from) continue;
        painted += text.slice(done, from) + chip(text.slice(from, to));
        done = to;
      }
      return painted + text.slice(done);
    };
  }

  private drawCursorRow(row: number, focused: boolean, room: number, paint: Paint): string {
    const { chunk } = this.layout.rowAt(row);
    const at = this.editing.buffer.cursor.col - chunk.startIndex;
    const end = Math.min(chunk.text.length, nextBoundary(chunk.text, at, []));
    const marker = focused ? CURSOR_MARKER : "";
    const under = at < chunk.text.length ? chunk.text.slice(at, end) : " ";
    const before = chunk.text.slice(0, at);
    const after = chunk.text.slice(end);
    // On a terminal one or two cells wide a full row may leave no cell for the cursor.
    if (visibleWidth(before + under + after) > room) return marker + fit(chunk.text, room);
    return paint(before, 0) + marker + renderFakeCursor(under) + paint(after, end);
  }
}

/** Cuts a row to the room. Only a row with a character wider than the terminal does not fit already. */
function fit(text: string, room: number): string {
  return visibleWidth(text) > room ? truncateToWidth(text, room, "") : text;
}
