import type { OpenTable } from "../growing/open-table.ts";
import type { Canvas } from "../render/render-context.ts";
import {
  type DrawnRow,
  drawCells,
  drawHeader,
  fitWidths,
  rowLines,
  tableRoom,
  tableShape,
  widest,
} from "../render/render-table.ts";

/** Draws a growing table. Rows are laid out once, and again only when a column changes its width. */
export class TableDrawing {
  readonly source: OpenTable;
  private readonly canvas: Canvas;
  private readonly header: DrawnRow;
  private readonly rows: DrawnRow[] = [];
  private natural: readonly number[];
  /** The lines of the first `rows` rows, for these column widths. */
  private done: { readonly widths: string; readonly lines: string[]; rows: number } | undefined;

  constructor(table: OpenTable, canvas: Canvas) {
    this.source = table;
    this.canvas = canvas;
    this.header = drawHeader(table.token, canvas.context, canvas.style);
    this.natural = this.header.natural;
  }

  render(): string[][] {
    const { token, rows, lastRow } = this.source;
    const { context, style, width } = this.canvas;
    for (const row of rows.slice(this.rows.length)) {
      const drawn = drawCells(row, context, style);
      this.rows.push(drawn);
      this.natural = widest(this.natural, drawn.natural);
    }
    const last = lastRow.map((row) => drawCells(row, context, style));
    const natural = last.reduce((known, row) => widest(known, row.natural), this.natural);
    const shape = tableShape(token, fitWidths(natural, tableRoom(token, width)), context);
    const finish = (line: string) => this.canvas.finish(line, "other");
    const draw = (row: DrawnRow) => [shape.between, ...rowLines(row, shape)].map(finish);
    const widths = shape.widths.join();
    if (this.done?.widths !== widths) {
      const top = this.canvas.finish(shape.top, "first");
      this.done = { widths, lines: [top, ...rowLines(this.header, shape).map(finish)], rows: 0 };
    }
    for (const row of this.rows.slice(this.done.rows)) for (const line of draw(row)) this.done.lines.push(line);
    this.done.rows = this.rows.length;
    return [this.done.lines, last.flatMap(draw), [finish(shape.bottom)]];
  }
}
