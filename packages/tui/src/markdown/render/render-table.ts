import { fitColumns } from "../../components/fit-columns.ts";
import { visibleWidth, wrapTextWithAnsi } from "../../text/index.ts";
import type { Style } from "../markdown-theme.ts";
import type { Alignment, TableRow, TableToken } from "../parse/tokens.ts";
import type { RenderContext } from "./render-context.ts";
import { renderInline } from "./render-inline.ts";
import { renderSource } from "./render-source.ts";

/** Per cell: `│ ` before the first cell, ` │ ` between cells and ` │` after the last. */
const BORDER_WIDTH = 3;
const MIN_COLUMN = 3;

/** Renders a table, wrapping its cells to fit. If even that is impossible, shows its source. */
export function renderTable(token: TableToken, width: number, context: RenderContext, style: Style): string[] {
  const room = tableRoom(token, width);
  if (room === 0) return renderSource(token.raw.trimEnd(), width, style);
  const header = drawHeader(token, context, style);
  const rows = token.rows.map((row) => drawCells(row, context, style));
  const widths = fitWidths(
    rows.reduce((natural, row) => widest(natural, row.natural), header.natural),
    room,
  );
  const shape = tableShape(token, widths, context);
  const lines = [shape.top, ...rowLines(header, shape)];
  for (const row of rows) {
    lines.push(shape.between);
    for (const line of rowLines(row, shape)) lines.push(line);
  }
  if (rows.length === 0) lines.push(shape.between);
  return [...lines, shape.bottom];
}

/** Returns the number of columns for the text of all cells together; 0 if the table cannot be drawn. */
export function tableRoom(token: TableToken, width: number): number {
  const room = width - BORDER_WIDTH * token.header.length - 1;
  return room < token.header.length ? 0 : room;
}

/** A row as styled text. */
export interface DrawnRow {
  readonly cells: readonly string[];
  /** The width of each cell without wrapping. */
  readonly natural: readonly number[];
}

export function drawHeader(token: TableToken, context: RenderContext, style: Style): DrawnRow {
  return drawCells(token.header, context, (text) => style(context.theme.bold(text)));
}

export function drawCells(row: TableRow, context: RenderContext, style: Style): DrawnRow {
  const cells = row.map((tokens) => renderInline(tokens, context, style));
  return { cells, natural: cells.map(widestLine) };
}

export function widest(natural: readonly number[], other: readonly number[]): number[] {
  return natural.map((width, column) => Math.max(width, other[column] ?? 0));
}

export function fitWidths(natural: readonly number[], room: number): number[] {
  return fitColumns(
    natural.map((width) => Math.max(1, width)),
    room,
    natural.map(() => MIN_COLUMN),
  );
}

/** The layout shared by all rows of a table. */
export interface TableShape {
  readonly widths: readonly number[];
  readonly align: readonly Alignment[];
  /** The separator between cells. */
  readonly bar: string;
  readonly top: string;
  readonly between: string;
  readonly bottom: string;
}

export function tableShape(token: TableToken, widths: readonly number[], context: RenderContext): TableShape {
  const border = context.theme.hr;
  return {
    widths,
    align: token.align,
    bar: border("│"),
    top: border(rule("┌", "┬", "┐", widths)),
    between: border(rule("├", "┼", "┤", widths)),
    bottom: border(rule("└", "┴", "┘", widths)),
  };
}

export function rowLines({ cells }: DrawnRow, { widths, align, bar }: TableShape): string[] {
  const wrapped = widths.map((width, column) => wrapTextWithAnsi(cells[column] ?? "", width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) => {
    const parts = widths.map((width, column) => pad(wrapped[column]?.[row] ?? "", width, align[column]));
    return `${bar} ${parts.join(` ${bar} `)} ${bar}`;
  });
}

function widestLine(text: string): number {
  return Math.max(...text.split("\n").map(visibleWidth));
}

function pad(text: string, width: number, align: Alignment): string {
  const space = Math.max(0, width - visibleWidth(text));
  const left = align === "right" ? space : align === "center" ? Math.floor(space / 2) : 0;
  return `${" ".repeat(left)}${text}\x1b[0m${" ".repeat(space - left)}`;
}

function rule(left: string, middle: string, right: string, widths: readonly number[]): string {
  return `${left}─${widths.map((width) => "─".repeat(width)).join(`─${middle}─`)}─${right}`;
}
