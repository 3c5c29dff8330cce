import { withoutFakeCursor } from "../../components/fake-cursor.ts";
import { control, moveRows, moveToColumn } from "../../terminal/control.ts";
import { BLANK_ROW, type Row, UNKNOWN_ROW } from "../lines/row.ts";
import { type ScreenLine, screenLine } from "../lines/screen-line.ts";
import { FigureLayer } from "./figure-layer.ts";

/** The content to show: the lines pass through the region in order, and the last ones stay in it. */
export interface RegionFrame {
  readonly lines: readonly string[];
  /** How far the existing rows move up (or down, if negative) without any of them entering the scrollback. */
  readonly shift: number;
  readonly columns: number;
  /** The height of the screen: the region grows up to it and then scrolls. */
  readonly rows: number;
  readonly showCursor: boolean;
}

/**
 * The rows of the screen that belong to us: from where we started, later the whole screen. Tracks the content of each row
 * and the cursor, and writes only the differences. All cursor moves are relative, because we do not know our start row.
 */
export class ScrollbackRegion {
  private rows: Row[] = [];
  private readonly figures = new FigureLayer();
  private cursorRow = 0;
  private cursorColumn = 0;
  private cursorShown: boolean | undefined;

  get height(): number {
    return this.rows.length;
  }

  get drawn(): { widths: number[]; cursorRow: number; cursorColumn: number } {
    const widths = this.rows.map((row) => row.line.width);
    return { widths, cursorRow: this.cursorRow, cursorColumn: this.cursorColumn };
  }

  /** The shown lines, as components returned them. */
  get sources(): string[] {
    return this.rows.map((row) => row.source);
  }

  /** Returns the bytes that turn the region into `frame`; empty if nothing changes. */
  draw(frame: RegionFrame): string {
    const output: string[] = this.figures.takeErasures();
    this.shift(frame, output);
    output.push(...this.figures.eraseChanged(this.rows, frame.lines));
    const kept = Math.min(frame.lines.length, this.rows.length);
    for (let index = 0; index < kept; index++) this.update(index, frame, output);
    if (frame.lines.length > kept) this.append(frame, kept, output);
    else this.clearFrom(kept, output);
    const painted = output.length > 0;
    this.placeCursor(frame, output);
    if (output.length === 0) return "";
    if (!painted) return output.join("");
    return `${control.frameStart}${control.wrapOff}${output.join("")}${control.wrapOn}${control.frameEnd}`;
  }

  /** Forgets the content of the rows: the next frame writes all of them. */
  forget(): void {
    this.figures.forget();
    this.rows = this.rows.map(() => UNKNOWN_ROW);
  }

  /**
   * Resets the region to this many rows after something else moved our rows; the cursor is in the first of them. They are not
   * erased at once, because erasing a whole screen makes some terminals copy it into their scrollback.
   */
  occupy(rows: number): void {
    this.figures.eraseAll();
    this.rows = Array.from({ length: rows }, () => UNKNOWN_ROW);
    this.cursorRow = 0;
    this.cursorColumn = 0;
  }

  /** Like `occupy`, but keeps the rows that are still ours: `pushed` rows left at the top, `returned` rows came back there. */
  moved({ pushed, returned, rows }: { pushed: number; returned: number; rows: number }): void {
    const unknown = Array.from({ length: returned }, () => UNKNOWN_ROW);
    this.rows = [...unknown, ...this.rows.slice(pushed)].slice(0, rows);
    while (this.rows.length < rows) this.rows.push(UNKNOWN_ROW);
    this.cursorRow = 0;
    this.cursorColumn = 0;
  }

  /** Records that the terminal has lost an image. Returns whether the next frame will draw it again. */
  lostImage(imageId: number): boolean {
    return this.figures.lose(imageId);
  }

  /** Prepares for another program that uses the terminal for a while. */
  pause(): string {
    this.cursorShown = undefined;
    return control.cursorSave;
  }

  /** Restores the cursor after `pause`, clears everything below our rows, and makes the next frame write all rows. */
  resume(): string {
    const output: string[] = [control.cursorRestore];
    this.moveTo(Math.max(0, this.rows.length - 1), output);
    output.push(`\r${control.clearBelow}`);
    this.cursorColumn = 0;
    this.forget();
    return output.join("");
  }

  /** Moves the cursor below the last line, for the next program that writes. */
  leave(): string {
    const last = Math.max(
      0,
      this.rows.findLastIndex((row) => row !== BLANK_ROW),
    );
    const freed = this.figures.release().join("");
    const bytes = this.rows.length === 0 ? freed : `${freed}${moveRows(last - this.cursorRow)}\r\n`;
    this.occupy(0);
    this.cursorShown = undefined;
    return bytes;
  }

  private shift({ shift, rows }: RegionFrame, output: string[]): void {
    if (shift === 0 || this.rows.length === 0) return;
    const count = Math.min(Math.abs(shift), this.rows.length);
    this.figures.eraseAll();
    output.push(...this.figures.takeErasures());
    this.moveTo(0, output);
    output.push(`\r\x1b[${count}${shift > 0 ? "M" : "L"}`);
    this.cursorColumn = 0;
    const blanks: Row[] = Array.from({ length: count }, () => BLANK_ROW);
    const shifted = shift > 0 ? [...this.rows.slice(count), ...blanks] : [...blanks, ...this.rows];
    this.rows = shifted.slice(0, Math.min(rows, this.rows.length));
  }

  private update(index: number, frame: RegionFrame, output: string[]): void {
    const source = frame.lines[index] ?? "";
    const before = this.rows[index];
    if (before?.source !== source || before === UNKNOWN_ROW) {
      const line = this.prepare(source, frame);
      const row: Row = { source, line };
      this.rows[index] = row;
      if (before === UNKNOWN_ROW || before?.line.text !== line.text || line.figure)
        this.write(index, row, frame, output);
    }
    this.drawFigures(index, frame.lines[index + 1], output);
  }

  private prepare(source: string, { columns, showCursor }: RegionFrame): ScreenLine {
    return screenLine(showCursor ? withoutFakeCursor(source) : source, columns);
  }

  private write(index: number, row: Row, frame: RegionFrame, output: string[]): void {
    this.moveTo(index, output);
    output.push(`\r${control.clearLine}${row.line.text}`);
    this.cursorColumn = Math.min(row.line.width, frame.columns - 1);
    output.push(...this.figures.written(this.rows, index));
  }

  private append(frame: RegionFrame, from: number, output: string[]): void {
    if (this.rows.length > 0) this.moveTo(this.rows.length - 1, output);
    for (let index = from; index < frame.lines.length; index++) {
      const source = frame.lines[index] ?? "";
      const line = this.prepare(source, frame);
      output.push(this.rows.length > 0 ? "\r\n" : "\r", line.text);
      this.rows.push({ source, line });
      if (this.rows.length > frame.rows) this.rows.shift();
      this.cursorRow = this.rows.length - 1;
      this.cursorColumn = Math.min(line.width, frame.columns - 1);
      output.push(...this.figures.written(this.rows, this.cursorRow));
      this.drawFigures(this.cursorRow, frame.lines[index + 1], output);
    }
  }

  /** Draws a figure once the last row it covers is written, so that nothing overwrites it. */
  private drawFigures(index: number, next: string | undefined, output: string[]): void {
    for (const { top, column, bytes } of this.figures.complete(this.rows, index, next)) {
      const toCorner = moveRows(top - this.cursorRow) + moveToColumn(column);
      output.push(control.cursorSave, toCorner, bytes, control.cursorRestore);
    }
  }

  private clearFrom(first: number, output: string[]): void {
    for (let index = first; index < this.rows.length; index++) {
      const row = this.rows[index];
      if (row !== UNKNOWN_ROW && row?.line.text === "" && !row.line.figure) continue;
      this.moveTo(index, output);
      output.push(`\r${control.clearLine}`);
      this.cursorColumn = 0;
    }
    this.rows.fill(BLANK_ROW, first);
  }

  private placeCursor(frame: RegionFrame, output: string[]): void {
    const row = this.rows.findLastIndex((candidate) => candidate.line.cursor !== undefined);
    const column = this.rows[row]?.line.cursor;
    if (column !== undefined) {
      this.moveTo(row, output);
      if (this.cursorColumn !== column) output.push(moveToColumn(column));
      this.cursorColumn = column;
    }
    const show = frame.showCursor && column !== undefined;
    if (show !== this.cursorShown) output.push(show ? control.cursorShow : control.cursorHide);
    this.cursorShown = show;
  }

  private moveTo(row: number, output: string[]): void {
    if (row === this.cursorRow) return;
    output.push(moveRows(row - this.cursorRow));
    this.cursorRow = row;
  }
}
