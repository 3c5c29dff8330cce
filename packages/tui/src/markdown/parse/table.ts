import { interruptsParagraph } from "./block-start.ts";
import { lineAt } from "./line.ts";
import type { Alignment, ParseContext, TableRow, TableToken } from "./tokens.ts";

const DELIMITER = /^:?-+:?$/;

/** Parses the table whose header is the line at `start`. */
export function parseTable(source: string, start: number, context: ParseContext): TableToken | undefined {
  const header = lineAt(source, start);
  if (!startsTable(source, start)) return undefined;
  const delimiters = lineAt(source, header.end);
  const align = cellsOf(delimiters.text).map(alignment);
  const read = (text: string) => readRow(text, align.length, context.inline);
  const rows: TableRow[] = [];
  let { end } = delimiters;
  while (end < source.length) {
    const line = lineAt(source, end);
    if (interruptsParagraph(line.text)) break;
    rows.push(read(line.text));
    end = line.end;
  }
  return { type: "table", raw: source.slice(start, end), align, header: read(header.text), rows };
}

export function readRow(text: string, columns: number, inline: ParseContext["inline"]): TableRow {
  return fit(cellsOf(text), columns).map(inline);
}

/** Returns whether a line with bars is followed by a delimiter line with the same number of cells. */
export function startsTable(source: string, start: number): boolean {
  const header = lineAt(source, start);
  if (!header.text.includes("|") || header.end >= source.length) return false;
  const { text } = lineAt(source, header.end);
  return (
    text.includes("-") &&
    text.includes("|") &&
    cellsOf(text).every((cell) => DELIMITER.test(cell)) &&
    cellsOf(text).length === cellsOf(header.text).length
  );
}

/** Splits a row into cells. A bar with a backslash before it is part of the cell. */
function cellsOf(text: string): string[] {
  const row = text.trim().replace(/^\|/, "");
  const cells: string[] = [];
  let cell = "";
  for (const part of row.split("|")) {
    cell += part;
    if (cell.endsWith("\\")) {
      cell = `${cell.slice(0, -1)}|`;
      continue;
    }
    cells.push(cell.trim());
    cell = "";
  }
  // The text after the last bar is a cell only if it is not empty.
  if (cell !== "") cells.push(cell.trim());
  else if (cells.at(-1) === "") cells.pop();
  return cells;
}

function fit(cells: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => cells[index] ?? "");
}

function alignment(delimiter: string): Alignment {
  const left = delimiter.startsWith(":");
  if (delimiter.endsWith(":")) return left ? "center" : "right";
  return left ? "left" : undefined;
}
