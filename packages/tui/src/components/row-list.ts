import { getKeybindings, matchesKey } from "../keys/index.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";
import { neutralizeLine, truncateToWidth, visibleWidth } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";
import { fitColumns } from "./fit-columns.ts";
import { ListCursor } from "./list-cursor.ts";
import { type FlatNode, flattenTree } from "./tree.ts";

export interface RowListRow {
  /** Identifies the row across updates. */
  readonly id: string;
  readonly label: string;
  /** The contents of the columns after the label. */
  readonly cells?: readonly string[];
  readonly children?: readonly RowListRow[];
  /** Whether the children are hidden until the user unfolds the row. */
  readonly folded?: boolean;
  readonly style?: (text: string) => string;
}

export interface RowListColumn {
  readonly title: string;
  readonly align?: "left" | "right";
  /** Whether the column is left out where the labels would be cut short. The last optional column goes first. */
  readonly optional?: boolean;
}

export interface RowListTheme {
  selected: (text: string) => string;
  header: (text: string) => string;
  guide: (text: string) => string;
  cell: (text: string) => string;
  scrollInfo: (text: string) => string;
}

const MARK = "→ ";
const NO_MARK = "  ";
const GAP = "  ";

/** A list, table or tree of selectable rows. The rows may change at any time; the selection stays on its row. */
export class RowList extends CachedComponent {
  onSelect?: (row: RowListRow) => void;
  onSelectionChange?: (row: RowListRow) => void;
  onCancel?: () => void;
  private readonly theme: RowListTheme;
  private readonly columns: readonly RowListColumn[];
  private readonly folds = new Map<string, boolean>();
  private readonly cursor: ListCursor;
  private roots: readonly RowListRow[];
  private rows: readonly FlatNode<RowListRow>[] = [];

  constructor(
    rows: readonly RowListRow[],
    maxVisible: number,
    theme: RowListTheme,
    columns: readonly RowListColumn[] = [],
  ) {
    super();
    this.roots = rows;
    this.theme = theme;
    this.columns = columns;
    const list = this;
    this.cursor = new ListCursor(maxVisible, "stop", {
      get count() {
        return list.rows.length;
      },
      moved: () => this.moved(),
      choose: () => this.choose(),
    });
    this.flatten();
  }

  getSelectedRow(): RowListRow | undefined {
    return this.rows[this.cursor.index]?.node;
  }

  setRows(rows: readonly RowListRow[]): void {
    const selected = this.getSelectedRow()?.id;
    this.roots = rows;
    this.flatten();
    const found = this.rows.findIndex(({ node }) => node.id === selected);
    this.cursor.index = found >= 0 ? found : Math.max(0, Math.min(this.cursor.index, this.rows.length - 1));
    this.changed();
  }

  setMaxVisible(rows: number): void {
    this.cursor.setMaxVisible(rows);
    this.changed();
  }

  select(id: string): void {
    const index = this.rows.findIndex(({ node }) => node.id === id);
    if (index >= 0) this.cursor.moveTo(index);
  }

  /** Folds or unfolds the selected row, if it has others below it. */
  toggle(): void {
    const row = this.getSelectedRow();
    if (row?.children?.length) this.fold(row, !this.isFolded(row));
  }

  handleInput(data: string): void {
    if (this.cursor.handleKey(data)) return;
    if (getKeybindings().matches(data, "tui.select.cancel")) this.onCancel?.();
    else if (matchesKey(data, "left")) this.foldOrLeave();
    else if (matchesKey(data, "right")) this.unfoldOrEnter();
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    return this.cursor.handleMouse(event, this.columns.length > 0 ? 1 : 0);
  }

  protected draw(width: number): string[] {
    const { start, end } = this.cursor.window;
    const texts = this.rows.map((row) => this.textsOf(row));
    const titles = this.columns.map(({ title }) => title);
    const shown = this.shownColumns(titles.length > 0 ? [titles, ...texts] : texts, width - MARK.length);
    const header = titles.length > 0 ? [this.theme.header(NO_MARK + this.cells(titles, shown).join(GAP))] : [];
    const lines = this.rows.slice(start, end).map((row, offset) => {
      const index = start + offset;
      return this.drawRow(row, this.cells(texts[index] ?? [], shown), index === this.cursor.index);
    });
    const { position } = this.cursor;
    const footer = position ? [this.theme.scrollInfo(position)] : [];
    return [...header, ...lines, ...footer].map((line) => truncateToWidth(line, width, ""));
  }

  private drawRow(
    { node, guide }: FlatNode<RowListRow>,
    [label = "", ...cells]: readonly string[],
    isSelected: boolean,
  ): string {
    const shownGuide = label.slice(0, guide.length);
    const name = label.slice(shownGuide.length);
    const rest = cells.length > 0 ? GAP + cells.join(GAP) : "";
    if (isSelected)
      return this.theme.selected(MARK) + this.theme.guide(shownGuide) + this.theme.selected(name + rest.trimEnd());
    const style = node.style ?? ((text: string) => text);
    return NO_MARK + this.theme.guide(shownGuide) + style(name) + this.theme.cell(rest.trimEnd());
  }

  /** Chooses the columns to show, and their widths. */
  private shownColumns(rows: readonly (readonly string[])[], room: number): ShownColumn[] {
    const natural = naturalWidths(rows);
    let columns = natural.map((_, column) => column);
    for (;;) {
      const widths = fitted(
        columns.map((column) => natural[column] ?? 0),
        room,
      );
      const leaves = columns.findLast((column) => this.columns[column]?.optional);
      if (leaves === undefined || (widths[0] ?? 0) >= Math.min(natural[0] ?? 0, LEAST_LABEL))
        return columns.map((column, at) => ({ column, width: widths[at] ?? 0 }));
      columns = columns.filter((column) => column !== leaves);
    }
  }

  private cells(texts: readonly string[], shown: readonly ShownColumn[]): string[] {
    return shown.map(({ column, width }) => this.cell(texts[column] ?? "", width, column));
  }

  private cell(text: string, width: number, column: number): string {
    const cut = truncateToWidth(text, width, "…");
    const space = " ".repeat(Math.max(0, width - visibleWidth(cut)));
    return this.columns[column]?.align === "right" ? space + cut : cut + space;
  }

  private textsOf({ node, guide }: FlatNode<RowListRow>): string[] {
    const mark = node.children?.length ? (this.isFolded(node) ? "▸ " : "▾ ") : "";
    return [guide + mark + neutralizeLine(node.label), ...(node.cells ?? []).map(neutralizeLine)];
  }

  private isFolded({ id, folded = false }: RowListRow): boolean {
    return this.folds.get(id) ?? folded;
  }

  private flatten(): void {
    this.rows = flattenTree(this.roots, (row) => this.isFolded(row));
  }

  private foldOrLeave(): void {
    const row = this.getSelectedRow();
    if (!row) return;
    if (row.children?.length && !this.isFolded(row)) this.fold(row, true);
    else this.cursor.moveTo(this.rows[this.cursor.index]?.parent ?? 0);
  }

  private unfoldOrEnter(): void {
    const row = this.getSelectedRow();
    if (!row?.children?.length) return;
    if (this.isFolded(row)) this.fold(row, false);
    else this.cursor.moveTo(this.cursor.index + 1);
  }

  private fold({ id }: RowListRow, folded: boolean): void {
    this.folds.set(id, folded);
    this.flatten();
    this.changed();
  }

  private moved(): void {
    this.changed();
    const row = this.getSelectedRow();
    if (row) this.onSelectionChange?.(row);
  }

  private choose(): void {
    const row = this.getSelectedRow();
    if (row) this.onSelect?.(row);
  }
}

interface ShownColumn {
  readonly column: number;
  readonly width: number;
}

/** The width that labels get before optional columns are shown. */
const LEAST_LABEL = 16;

function naturalWidths(rows: readonly (readonly string[])[]): number[] {
  const natural: number[] = [];
  for (const row of rows)
    for (const [column, text] of row.entries()) natural[column] = Math.max(natural[column] ?? 0, visibleWidth(text));
  return natural;
}

function fitted(natural: readonly number[], room: number): number[] {
  const gaps = GAP.length * Math.max(0, natural.length - 1);
  return fitColumns(
    natural,
    Math.max(1, room - gaps),
    natural.map(() => 1),
  );
}
