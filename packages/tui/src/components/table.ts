import type { Component } from "../component.ts";
import { neutralizeLine, truncateToWidth, visibleWidth } from "../text/index.ts";
import { fitColumns } from "./fit-columns.ts";
import { LineCache } from "./line-cache.ts";

export interface TableColumn {
  title: string;
  align?: "left" | "right" | "center";
  /** Never cut below this, as long as the terminal allows. */
  minWidth?: number;
}

export interface TableTheme {
  header: (text: string) => string;
  border: (text: string) => string;
}

const GAP = "  ";

/** Rows and columns, one line per row: cells that do not fit are cut. */
export class Table implements Component {
  private readonly columns: readonly TableColumn[];
  private readonly theme: TableTheme;
  private rows: readonly (readonly string[])[];
  private readonly cache = new LineCache();

  constructor(columns: readonly TableColumn[], rows: readonly (readonly string[])[], theme: TableTheme) {
    this.columns = columns;
    this.rows = rows;
    this.theme = theme;
  }

  setRows(rows: readonly (readonly string[])[]): void {
    this.rows = rows;
    this.cache.clear();
  }

  invalidate(): void {
    this.cache.clear();
  }

  render(width: number): string[] {
    return this.cache.get(width, () => this.draw(width));
  }

  private draw(width: number): string[] {
    if (this.columns.length === 0) return [];
    const rows = this.rows.map((row) => this.columns.map((_, column) => neutralizeLine(row[column] ?? "")));
    const natural = this.columns.map(({ title, minWidth = 0 }, column) =>
      Math.max(visibleWidth(title), minWidth, ...rows.map((row) => visibleWidth(row[column] ?? ""))),
    );
    const room = width - GAP.length * (this.columns.length - 1);
    const widths = fitColumns(
      natural,
      room,
      this.columns.map(({ minWidth }) => minWidth ?? 1),
    );
    const header = this.drawRow(
      this.columns.map(({ title }) => title),
      widths,
    );
    const rule = this.theme.border(widths.map((each) => "─".repeat(each)).join("──"));
    const lines = [this.theme.header(header), rule, ...rows.map((row) => this.drawRow(row, widths))];
    return lines.map((line) => truncateToWidth(line, width, ""));
  }

  private drawRow(cells: readonly string[], widths: readonly number[]): string {
    return widths
      .map((width, column) => this.drawCell(cells[column] ?? "", width, column))
      .join(GAP)
      .trimEnd();
  }

  private drawCell(text: string, width: number, column: number): string {
    const cut = truncateToWidth(text, width, "…");
    const space = width - visibleWidth(cut);
    const align = this.columns[column]?.align ?? "left";
    const left = align === "right" ? space : align === "center" ? Math.floor(space / 2) : 0;
    return " ".repeat(left) + cut + " ".repeat(space - left);
  }
}
