import type { Component } from "../../component.ts";
import { latePattern } from "../../text/late-pattern.ts";
import { stripTerminalSequences } from "../../text/neutralize.ts";
import { getGraphemeCellRange, sliceByColumn } from "../../text/slice-columns.ts";
import { visibleWidth } from "../../text/visible-width.ts";
import { drawComponent } from "../draw-component.ts";
import { compositeTuiLine } from "../lines/composite-line.ts";
import type { LayoutBox, LayoutFrame } from "./layout.ts";
import { LeafCursor } from "./leaf-cursor.ts";

/** A cell of a document, identified by the leaf that drew it, so that scrolling does not move it. */
interface Point {
  readonly leaf: Component;
  readonly parents: readonly Component[];
  readonly line: number;
  readonly column: number;
}

export type SelectionUnit = "cell" | "word" | "line";

/** Text selected by the user within one box of the layout. It may extend beyond the visible part. */
export class Selection {
  private readonly content: Component;
  private readonly width: number;
  private readonly unit: SelectionUnit;
  private readonly anchor: Point;
  private focus: Point;

  private constructor(content: Component, width: number, unit: SelectionUnit, anchor: Point) {
    this.content = content;
    this.width = width;
    this.unit = unit;
    this.anchor = anchor;
    this.focus = anchor;
  }

  static start(box: LayoutBox, column: number, row: number, unit: SelectionUnit): Selection | undefined {
    const point = pointAt(box, column, row);
    return point && new Selection(box.content, box.rect.width, unit, point);
  }

  /** Moves the end of the selection that the pointer holds. `box` is the current box of the selection. */
  extend(box: LayoutBox, column: number, row: number): void {
    this.focus = pointAt(box, column, row) ?? this.focus;
  }

  get isEmpty(): boolean {
    return this.unit === "cell" && this.anchor.line === this.focus.line && this.anchor.leaf === this.focus.leaf
      ? this.anchor.column === this.focus.column
      : false;
  }

  belongsTo(box: LayoutBox): boolean {
    return box.content === this.content;
  }

  /** Returns the text for the clipboard: without styles and without blanks at line ends. */
  text(): string {
    const range = this.range();
    if (!range) return "";
    const lines: string[] = [];
    const cursor = range.start.cursor.clone();
    for (;;) {
      const content = drawComponent(cursor.leaf, this.width);
      const atEnd = cursor.compare(range.end.cursor) === 0;
      const first = cursor.compare(range.start.cursor) === 0 ? range.start.point.line : 0;
      const last = atEnd ? range.end.point.line : content.length - 1;
      for (let line = first; line <= last; line++) {
        const [from, to] = this.columns(range, cursor.leaf, line, content[line] ?? "");
        lines.push(stripTerminalSequences(sliceByColumn(content[line] ?? "", from, to - from)).trimEnd());
      }
      if (atEnd || !cursor.next()) return lines.join("\n");
    }
  }

  /** Returns the lines of the frame with the selected cells in inverse video. */
  highlight(frame: LayoutFrame): string[] {
    const box = frame.boxes.find((candidate) => this.belongsTo(candidate));
    const range = box && this.range();
    if (!box || !range) return frame.lines;
    const lines = [...frame.lines];
    for (const [index, row] of box.rows.entries()) {
      const cursor = LeafCursor.find(this.content, row.parents, row.leaf);
      if (!cursor || !isWithin(range, cursor, row.line)) continue;
      const [from, to] = this.columns(range, row.leaf, row.line, row.text);
      if (to <= from) continue;
      const y = box.rect.y + index;
      const marked = `\x1b[7m${stripTerminalSequences(sliceByColumn(row.text, from, to - from))}`;
      const line = lines[y] ?? "";
      const width = Math.max(visibleWidth(line), box.rect.x + to);
      lines[y] = compositeTuiLine(line, marked, box.rect.x + from, to - from, width);
    }
    return lines;
  }

  private columns(range: Range, leaf: Component, line: number, text: string): [number, number] {
    const { start, end } = range;
    const isFirst = leaf === start.point.leaf && line === start.point.line;
    const isLast = leaf === end.point.leaf && line === end.point.line;
    const width = visibleWidth(text);
    let from = isFirst ? start.point.column : 0;
    let to = isLast ? (getGraphemeCellRange(text, end.point.column)?.end ?? width) : width;
    if (this.unit === "line") [from, to] = [0, width];
    if (this.unit === "word" && isFirst) from = wordAt(text, from).start;
    if (this.unit === "word" && isLast) to = wordAt(text, end.point.column).end;
    return [Math.min(from, width), Math.min(to, width)];
  }

  /** Returns both ends in document order, or undefined if the leaf of one of them no longer exists. */
  private range(): Range | undefined {
    const [a, b] = [this.anchor, this.focus].map((point) => {
      const cursor = LeafCursor.find(this.content, point.parents, point.leaf);
      return cursor && { point, cursor };
    });
    if (!a || !b) return undefined;
    const order = a.cursor.compare(b.cursor) || a.point.line - b.point.line || a.point.column - b.point.column;
    return order <= 0 ? { start: a, end: b } : { start: b, end: a };
  }
}

interface End {
  readonly point: Point;
  readonly cursor: LeafCursor;
}

interface Range {
  readonly start: End;
  readonly end: End;
}

function pointAt(box: LayoutBox, column: number, row: number): Point | undefined {
  const index = Math.max(0, Math.min(row - box.rect.y, box.rows.length - 1));
  const at = box.rows[index];
  if (!at) return undefined;
  const inBox = Math.max(0, Math.min(column - box.rect.x, box.rect.width - 1));
  const start = getGraphemeCellRange(at.text, inBox)?.start ?? inBox;
  return { leaf: at.leaf, parents: at.parents, line: at.line, column: start };
}

function isWithin({ start, end }: Range, cursor: LeafCursor, line: number): boolean {
  const afterStart = cursor.compare(start.cursor) || line - start.point.line;
  const beforeEnd = cursor.compare(end.cursor) || line - end.point.line;
  return afterStart >= 0 && beforeEnd <= 0;
}

const wordStart = latePattern(String.raw`^[\p{L}\p{N}_\-.\/~@:]`);

/** Returns the columns of the word around a column. Characters that join names and paths count as part of a word. */
function wordAt(text: string, column: number): { start: number; end: number } {
  const isWord = (at: number) => {
    const cell = getGraphemeCellRange(text, at);
    return (
      cell !== undefined &&
      wordStart().test(stripTerminalSequences(sliceByColumn(text, cell.start, cell.end - cell.start)))
    );
  };
  if (!isWord(column)) return { start: column, end: column + 1 };
  let start = column;
  let end = column + 1;
  while (start > 0 && isWord(start - 1)) start--;
  while (isWord(end)) end++;
  return { start, end };
}
