import { control, moveRows, moveToColumn } from "../terminal/control.ts";
import { BLANK_LINE, type ScreenLine, screenLine } from "./screen-line.ts";

/** What to show: the lines that go through the region in order; the last ones stay in it. */
export interface RegionFrame {
  readonly lines: readonly string[];
  /** How far the rows already there move up (or down, if negative) without leaving a trace in the scrollback. */
  readonly shift: number;
  readonly columns: number;
  /** Height of the screen: the region grows up to it, and from then on scrolls. */
  readonly rows: number;
  readonly showCursor: boolean;
}

interface Row {
  readonly source: string;
  readonly line: ScreenLine;
}

const BLANK_ROW: Row = { source: "", line: BLANK_LINE };
/** Stands for a row that something else may have written to. */
const UNKNOWN_ROW: Row = { source: "", line: BLANK_LINE };

/**
 * The rows of the screen that are ours: from where we started, later the whole screen. Knows what stands in each row
 * and where the cursor is, and writes only what differs. All moves are relative: we are not told where we started.
 */
export class ScrollbackRegion {
  private rows: Row[] = [];
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

  /** The bytes that turn the region into `frame`; none if it is that already. */
  draw(frame: RegionFrame): string {
    const output: string[] = [];
    this.shift(frame, output);
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

  /** Forgets what the rows hold: the next frame writes all of them. */
  forget(): void {
    this.rows = this.rows.map(() => UNKNOWN_ROW);
  }

  /** The region starts anew at the cursor. Returns the bytes that clear what is below. */
  restart(): string {
    this.rows = [];
    this.cursorRow = 0;
    this.cursorColumn = 0;
    return `\r${control.clearBelow}`;
  }

  /** Leaves the cursor below the last line, for whoever writes next. */
  leave(): string {
    const last = Math.max(
      0,
      this.rows.findLastIndex((row) => row !== BLANK_ROW),
    );
    const bytes = this.rows.length === 0 ? "" : `${moveRows(last - this.cursorRow)}\r\n`;
    this.restart();
    this.cursorShown = undefined;
    return bytes;
  }

  private shift({ shift, rows }: RegionFrame, output: string[]): void {
    if (shift === 0 || this.rows.length === 0) return;
    const count = Math.min(Math.abs(shift), this.rows.length);
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
    if (before?.source === source && before !== UNKNOWN_ROW) return;
    const line = screenLine(source, frame.columns);
    this.rows[index] = { source, line };
    if (before !== UNKNOWN_ROW && before?.line.text === line.text) return;
    this.moveTo(index, output);
    output.push(`\r${control.clearLine}${line.text}`);
    this.cursorColumn = Math.min(line.width, frame.columns - 1);
  }

  private append(frame: RegionFrame, from: number, output: string[]): void {
    if (this.rows.length > 0) this.moveTo(this.rows.length - 1, output);
    for (let index = from; index < frame.lines.length; index++) {
      const source = frame.lines[index] ?? "";
      const line = screenLine(source, frame.columns);
      output.push(this.rows.length > 0 ? "\r\n" : "\r", line.text);
      this.rows.push({ source, line });
      this.cursorColumn = Math.min(line.width, frame.columns - 1);
    }
    if (this.rows.length > frame.rows) this.rows = this.rows.slice(-frame.rows);
    this.cursorRow = this.rows.length - 1;
  }

  private clearFrom(index: number, output: string[]): void {
    const used = this.rows.findLastIndex((row) => row !== BLANK_ROW && (row === UNKNOWN_ROW || row.line.text !== ""));
    if (used < index) return;
    this.moveTo(index, output);
    output.push(`\r${control.clearBelow}`);
    this.cursorColumn = 0;
    this.rows.fill(BLANK_ROW, index);
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
