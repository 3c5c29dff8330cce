import { fitColumns } from "../components/fit-columns.ts";
import { visibleWidth, wrapTextWithAnsi } from "../text/index.ts";
import type { Style } from "./markdown-theme.ts";
import type { Alignment, TableRow, TableToken } from "./parse/tokens.ts";
import type { DrawnRow, RenderContext } from "./render-context.ts";
import { renderInline } from "./render-inline.ts";

/** `│ ` before, ` │ ` between and ` │` after the cells. */
const BORDER_WIDTH = 3;
const MIN_COLUMN = 3;

/** A table whose cells wrap, so that it fits. Where even that is impossible its source is shown. */
export function renderTable(token: TableToken, width: number, context: RenderContext, style: Style): string[] {
  const room = width - BORDER_WIDTH * token.header.length - 1;
  if (room < token.header.length) return wrapTextWithAnsi(style(token.raw.trimEnd()), width);
  const header = drawCells(token.header, context, (text) => style(context.theme.bold(text)));
  const rows = token.rows.map((row) => knownRow(row, context, style));
  const widths = columnWidths([header, ...rows], room);
  const border = context.theme.hr;
  const shape: Shape = { widths, bar: border("│"), align: token.align, key: `${widths.join()} ${token.align.join()}` };
  const between = border(rule("├", "┼", "┤", widths));
  const lines = [border(rule("┌", "┬", "┐", widths)), ...rowLines(header, shape)];
  for (const row of rows) {
    lines.push(between);
    for (const line of rowLines(row, shape)) lines.push(line);
  }
  if (rows.length === 0) lines.push(between);
  return [...lines, border(rule("└", "┴", "┘", widths))];
}

function knownRow(row: TableRow, context: RenderContext, style: Style): DrawnRow {
  const known = context.drawnRows.get(row);
  if (known?.style === style) return known;
  const drawn = drawCells(row, context, style);
  context.drawnRows.set(row, drawn);
  return drawn;
}

function drawCells(row: TableRow, context: RenderContext, style: Style): DrawnRow {
  const cells = row.map((tokens) => renderInline(tokens, context, style));
  return { style, cells, natural: cells.map(widestLine) };
}

function columnWidths(rows: readonly DrawnRow[], room: number): number[] {
  const natural = (rows[0]?.natural ?? []).map(() => 1);
  for (const row of rows) {
    for (const [column, width] of row.natural.entries()) natural[column] = Math.max(natural[column] ?? 1, width);
  }
  return fitColumns(
    natural,
    room,
    natural.map(() => MIN_COLUMN),
  );
}

function widestLine(text: string): number {
  return Math.max(...text.split("\n").map(visibleWidth));
}

interface Shape {
  readonly widths: readonly number[];
  readonly align: readonly Alignment[];
  /** Stands between cells. */
  readonly bar: string;
  /** The same for the same shape. */
  readonly key: string;
}

function rowLines(row: DrawnRow, shape: Shape): readonly string[] {
  if (row.lines?.shape !== shape.key) row.lines = { shape: shape.key, lines: wrapRow(row.cells, shape) };
  return row.lines.lines;
}

function wrapRow(cells: readonly string[], { widths, align, bar }: Shape): string[] {
  const wrapped = widths.map((width, column) => wrapTextWithAnsi(cells[column] ?? "", width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) => {
    const parts = widths.map((width, column) => pad(wrapped[column]?.[row] ?? "", width, align[column]));
    return `${bar} ${parts.join(` ${bar} `)} ${bar}`;
  });
}

function pad(text: string, width: number, align: Alignment): string {
  const space = Math.max(0, width - visibleWidth(text));
  const left = align === "right" ? space : align === "center" ? Math.floor(space / 2) : 0;
  return `${" ".repeat(left)}${text}\x1b[0m${" ".repeat(space - left)}`;
}

function rule(left: string, middle: string, right: string, widths: readonly number[]): string {
  return `${left}─${widths.map((width) => "─".repeat(width)).join(`─${middle}─`)}─${right}`;
}
