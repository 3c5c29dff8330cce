import { fitColumns } from "../components/fit-columns.ts";
import { visibleWidth, wrapTextWithAnsi } from "../text/index.ts";
import type { Style } from "./markdown-theme.ts";
import type { Alignment, InlineToken, TableToken } from "./parse/tokens.ts";
import type { RenderContext } from "./render-context.ts";
import { renderInline } from "./render-inline.ts";

/** `│ ` before, ` │ ` between and ` │` after the cells. */
const BORDER_WIDTH = 3;
const MIN_COLUMN = 3;

/** A table whose cells wrap, so that it fits. Where even that is impossible its source is shown. */
export function renderTable(token: TableToken, width: number, context: RenderContext, style: Style): string[] {
  const cell = (cells: readonly InlineToken[][], look: Style) =>
    cells.map((tokens) => renderInline(tokens, context, look));
  const header = cell(token.header, (text) => style(context.theme.bold(text)));
  const rows = token.rows.map((row) => cell(row, style));
  const room = width - BORDER_WIDTH * header.length - 1;
  if (room < header.length) return wrapTextWithAnsi(style(token.raw.trimEnd()), width);
  const widths = columnWidths([header, ...rows], room);
  const border = context.theme.hr;
  const draw = (cells: readonly string[]) => tableRow(cells, widths, token.align, border("│"));
  const lines = [border(rule("┌", "┬", "┐", widths)), ...draw(header), border(rule("├", "┼", "┤", widths))];
  for (const [index, row] of rows.entries()) {
    if (index > 0) lines.push(border(rule("├", "┼", "┤", widths)));
    lines.push(...draw(row));
  }
  return [...lines, border(rule("└", "┴", "┘", widths))];
}

function columnWidths(rows: readonly (readonly string[])[], room: number): number[] {
  const natural = (rows[0] ?? []).map((_, column) => Math.max(1, ...rows.map((row) => widestLine(row[column] ?? ""))));
  return fitColumns(
    natural,
    room,
    natural.map(() => MIN_COLUMN),
  );
}

function widestLine(text: string): number {
  return Math.max(...text.split("\n").map(visibleWidth));
}

function tableRow(
  cells: readonly string[],
  widths: readonly number[],
  align: readonly Alignment[],
  border: string,
): string[] {
  const wrapped = widths.map((width, column) => wrapTextWithAnsi(cells[column] ?? "", width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) => {
    const parts = widths.map((width, column) => pad(wrapped[column]?.[row] ?? "", width, align[column]));
    return `${border} ${parts.join(` ${border} `)} ${border}`;
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
