import { neutralizeLine, truncateToWidth, visibleWidth } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";
import { fitColumns } from "./fit-columns.ts";

export interface TableColumn {
  title: string;
  align?: "left" | "right" | "center";
  /** The column is not made narrower than this, as long as the terminal is wide enough. */
  minWidth?: number;
}

export interface TableTheme {
  header: (text: string) => string;
  border: (text: string) => string;
}

const GAP = "  ";

/** Draws rows and columns, one line per row. Cells that do not fit are cut. */
export class Table extends CachedComponent {
  private readonly columns: readonly TableColumn[];
  private readonly theme: TableTheme;
  private rows: readonly (readonly string[])[];

  constructor(columns: readonly TableColumn[], rows: readonly (readonly string[])[], theme: TableTheme) {
    super();
    this.columns = columns;
    this.rows = rows;
    this.theme = theme;
  }

  setRows(rows: readonly (readonly string[])[]): void {
    this.rows = rows;
    this.changed();
  }

  protected draw(width: number): string[] {
    if (this.columns.length === 0) return [];
    const rows = this.rows.map((row) => this.columns.map((_, column) => neutralizeLine(row[column] ?? "")));
    const natural = this.columns.map(({ title, minWidth = 0 }, column) =>
      rows.reduce(
        (most, row) => Math.max(most, visibleWidth(row[column] ?? "")),
        Math.max(visibleWidth(title), minWidth),
      ),
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
