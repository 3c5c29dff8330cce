import { withoutFakeCursor } from "../../components/fake-cursor.ts";
import { control, moveTo } from "../../terminal/control.ts";
import { type Row, UNKNOWN_ROW } from "../lines/row.ts";
import { screenLine } from "../lines/screen-line.ts";
import { FigureLayer } from "../scrollback/figure-layer.ts";

export interface GridFrame {
  readonly lines: readonly string[];
  readonly columns: number;
  readonly rows: number;
  readonly showCursor: boolean;
}

const MAX_SCROLL = 12;

/** The rows of the whole screen. Moves rows that only scrolled, then writes the rows that changed. */
export class Grid {
  private rows: Row[] = [];
  private readonly figures = new FigureLayer();
  private cursor: { row: number; column: number; shown: boolean } | undefined;

  draw(frame: GridFrame): string {
    if (this.rows.length !== frame.rows) this.forget(frame.rows);
    const output = this.figures.takeErasures();
    this.scroll(frame, output);
    output.push(...this.figures.eraseChanged(this.rows, frame.lines));
    for (let index = 0; index < frame.rows; index++) this.update(index, frame, output);
    const painted = output.length > 0;
    this.placeCursor(frame, painted, output);
    if (output.length === 0) return "";
    return `${control.frameStart}${control.wrapOff}${output.join("")}${control.wrapOn}${control.frameEnd}`;
  }

  forget(rows = this.rows.length): void {
    this.figures.forget();
    this.rows = Array.from({ length: rows }, () => UNKNOWN_ROW);
    this.cursor = undefined;
  }

  /** Forgets the screen. Returns the bytes that erase images, which would otherwise stay after the screen is left. */
  leave(): string {
    this.forget();
    return this.figures.takeErasures().join("");
  }

  /** Records that the terminal has lost an image. Returns whether the next frame will draw it again. */
  lostImage(imageId: number): boolean {
    return this.figures.lose(imageId);
  }

  /** Finds a block of rows that moved up or down, as scrolled text does, and moves it. */
  private scroll(frame: GridFrame, output: string[]): void {
    const differs = (row: Row, index: number) => row !== UNKNOWN_ROW && row.source !== (frame.lines[index] ?? "");
    const first = this.rows.findIndex(differs);
    const last = this.rows.findLastIndex(differs);
    if (last - first < 3) return;
    for (let distance = 1; distance <= Math.min(MAX_SCROLL, last - first - 1); distance++) {
      for (const direction of [1, -1] as const) {
        if (!this.isShifted(frame, first, last, distance * direction)) continue;
        this.shift(first, last, distance * direction, output);
        return;
      }
    }
  }

  private isShifted(frame: GridFrame, first: number, last: number, distance: number): boolean {
    const from = distance > 0 ? first : first - distance;
    const to = distance > 0 ? last - distance : last;
    for (let index = from; index <= to; index++) {
      if (this.rows[index + distance]?.source !== (frame.lines[index] ?? "")) return false;
    }
    return true;
  }

  private shift(first: number, last: number, distance: number, output: string[]): void {
    this.figures.eraseAll();
    output.push(...this.figures.takeErasures());
    const count = Math.abs(distance);
    output.push(`\x1b[${first + 1};${last + 1}r\x1b[${count}${distance > 0 ? "S" : "T"}\x1b[r`);
    const blanks = Array.from({ length: count }, () => UNKNOWN_ROW);
    const block = this.rows.slice(first, last + 1);
    const moved = distance > 0 ? [...block.slice(count), ...blanks] : [...blanks, ...block.slice(0, -count)];
    this.rows.splice(first, block.length, ...moved);
    this.cursor = undefined;
  }

  private update(index: number, frame: GridFrame, output: string[]): void {
    const source = frame.lines[index] ?? "";
    const before = this.rows[index];
    if (before === UNKNOWN_ROW || before?.source !== source) {
      const line = screenLine(frame.showCursor ? withoutFakeCursor(source) : source, frame.columns);
      this.rows[index] = { source, line };
      if (before === UNKNOWN_ROW || before?.line.text !== line.text || line.figure) {
        output.push(moveTo(index, 0), control.clearLine, line.text);
        output.push(...this.figures.written(this.rows, index));
      }
    }
    for (const { top, column, bytes } of this.figures.complete(this.rows, index, frame.lines[index + 1]))
      output.push(moveTo(top, column), bytes);
  }

  private placeCursor(frame: GridFrame, painted: boolean, output: string[]): void {
    const row = this.rows.findLastIndex((candidate) => candidate.line.cursor !== undefined);
    const column = this.rows[row]?.line.cursor;
    const shown = frame.showCursor && column !== undefined;
    const { cursor } = this;
    const moved = column !== undefined && (painted || cursor?.row !== row || cursor.column !== column);
    if (moved) output.push(moveTo(row, column));
    if (cursor?.shown !== shown) output.push(shown ? control.cursorShow : control.cursorHide);
    this.cursor = { row, column: column ?? 0, shown };
  }
}
