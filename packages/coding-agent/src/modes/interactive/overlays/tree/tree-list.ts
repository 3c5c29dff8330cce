import type { SessionTreeNode } from "@tau/agent";
import { truncateToWidth } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import { plainLine } from "../../parts/plain-line.ts";
import { type ListActions, SearchedList } from "../searched-list.ts";
import { TREE_FILTERS, type TreeFilter, type TreeRow, treeRows } from "./tree-entries.ts";

export interface TreeListOptions {
  readonly tui: { readonly terminal: { readonly rows: number } };
  readonly theme: () => Theme;
  readonly roots: () => readonly SessionTreeNode[];
  readonly leafId: string | null;
  /** The entry that is selected at first. Default: the leaf. */
  readonly selectedId?: string | undefined;
  /** Marked as the current place. */
  readonly presentId: string | null;
  readonly filter: TreeFilter;
  readonly onChoose: (node: SessionTreeNode) => void;
  readonly onLabel: (node: SessionTreeNode) => void;
  readonly onCopy: (node: SessionTreeNode) => void;
  readonly onCancel: () => void;
}

const FRAME_ROWS = 7;

const FILTER_TITLES: Readonly<Record<TreeFilter, string>> = {
  default: "prompts, answers and tools",
  "no-tools": "without tool results",
  "user-only": "your prompts only",
  "labeled-only": "labelled places only",
  all: "everything",
};

/** The tree of a session: its entries, its branches and the current place. */
export class TreeList extends SearchedList {
  filter: TreeFilter;
  private readonly options: TreeListOptions;
  private readonly folded = new Set<string>();
  protected readonly actions: ListActions;
  private hasLabelTimes = false;
  private rows: readonly TreeRow[] = [];
  private selectedId: string | undefined;

  constructor(options: TreeListOptions) {
    super("type to search");
    this.options = options;
    this.filter = options.filter;
    this.selectedId = options.selectedId ?? options.leafId ?? undefined;
    this.actions = this.createActions();
    this.refresh();
  }

  /** Updates the rows after the entries have changed. */
  refresh(): void {
    const { roots, leafId } = this.options;
    const view = { filter: this.filter, query: this.query, folded: this.folded, leafId };
    this.rows = treeRows(roots(), view);
    if (!this.rows.some((row) => row.node.entry.id === this.selectedId)) {
      const near = this.rows.findLast((row) => row.isOnPath) ?? this.rows.at(-1);
      this.selectedId = near?.node.entry.id;
    }
  }

  protected searchChanged(): void {
    this.refresh();
  }

  render(width: number): string[] {
    const height = Math.max(3, Math.min(20, this.options.tui.terminal.rows - FRAME_ROWS));
    const start = Math.max(0, Math.min(this.index - Math.floor(height / 2), this.rows.length - height));
    const lines = this.rows.slice(start, start + height).map((row, offset) => this.drawRow(row, start + offset, width));
    const theme = this.options.theme();
    if (lines.length === 0) lines.push(theme.fg("warning", truncateToWidth("  Nothing to show", width, "…")));
    const place = this.rows.length > height ? ` (${this.index + 1}/${this.rows.length})` : "";
    const title = truncateToWidth(`  ${FILTER_TITLES[this.filter]}${place}`, width, "…");
    return [...this.input.render(width), ...lines, theme.fg("dim", title)];
  }

  private get index(): number {
    return Math.max(
      0,
      this.rows.findIndex((row) => row.node.entry.id === this.selectedId),
    );
  }

  get selected(): SessionTreeNode | undefined {
    return this.rows[this.index]?.node;
  }

  private drawRow({ node, indent, text: said, isOnPath, hasBranches }: TreeRow, index: number, width: number): string {
    const theme = this.options.theme();
    const isSelected = index === this.index;
    const label =
      node.label === undefined ? "" : theme.fg("warning", `[${plainLine(node.label)}${this.timeOf(node)}] `);
    const fold = this.folded.has(node.entry.id) ? "▸ " : hasBranches ? "▾ " : "";
    const mark =
      node.entry.id === this.options.presentId ? theme.fg("success", "● ") : isOnPath ? theme.fg("accent", "• ") : "  ";
    const text = fold + said;
    const painted = isSelected ? theme.fg("accent", text) : isOnPath ? text : theme.fg("muted", text);
    return truncateToWidth(
      `${isSelected ? theme.fg("accent", "→") : " "}${mark}${theme.fg("dim", indent)}${label}${painted}`,
      width,
      "…",
    );
  }

  private timeOf({ labelTimestamp }: SessionTreeNode): string {
    return this.hasLabelTimes && labelTimestamp ? ` ${labelTimestamp.slice(0, 16).replace("T", " ")}` : "";
  }

  private createActions(): ListActions {
    const { onChoose, onLabel, onCopy, onCancel } = this.options;
    const on = (action: (node: SessionTreeNode) => void) => () => {
      const { selected } = this;
      if (selected) action(selected);
    };
    const page = () => Math.max(3, this.options.tui.terminal.rows - FRAME_ROWS);
    return {
      "tui.select.up": () => this.step(-1),
      "tui.select.down": () => this.step(1),
      "tui.select.pageUp": () => this.move(-page()),
      "tui.select.pageDown": () => this.move(page()),
      "tui.select.cancel": onCancel,
      "tui.select.confirm": on(onChoose),
      "app.tree.foldOrUp": on((node) => this.fold(node)),
      "app.tree.unfoldOrDown": on((node) => this.unfold(node)),
      "app.tree.editLabel": on(onLabel),
      "app.message.copy": on(onCopy),
      "app.tree.toggleLabelTimestamp": () => {
        this.hasLabelTimes = !this.hasLabelTimes;
      },
      "app.tree.filter.default": () => this.setFilter("default"),
      "app.tree.filter.noTools": () => this.setFilter("no-tools"),
      "app.tree.filter.userOnly": () => this.setFilter("user-only"),
      "app.tree.filter.labeledOnly": () => this.setFilter("labeled-only"),
      "app.tree.filter.all": () => this.setFilter("all"),
      "app.tree.filter.cycleForward": () => this.cycleFilter(1),
      "app.tree.filter.cycleBackward": () => this.cycleFilter(-1),
    };
  }

  /** Moves by one row. As in every list, the first follows the last. */
  private step(by: -1 | 1): void {
    const count = this.rows.length;
    this.move(((this.index + by + count) % Math.max(1, count)) - this.index);
  }

  private move(by: number): void {
    const target = Math.max(0, Math.min(this.index + by, this.rows.length - 1));
    this.selectedId = this.rows[target]?.node.entry.id;
  }

  private fold(node: SessionTreeNode): void {
    if (node.children.length > 0 && !this.folded.has(node.entry.id)) this.folded.add(node.entry.id);
    else this.jump(-1);
    this.refresh();
  }

  private unfold(node: SessionTreeNode): void {
    if (!this.folded.delete(node.entry.id)) this.jump(1);
    this.refresh();
  }

  /** Moves to the next fork in a direction. */
  private jump(direction: -1 | 1): void {
    let index = this.index + direction;
    while (this.rows[index] && !this.rows[index]?.hasBranches) index += direction;
    this.move(index - this.index);
  }

  private setFilter(filter: TreeFilter): void {
    this.filter = filter === this.filter ? "default" : filter;
    this.refresh();
  }

  private cycleFilter(by: -1 | 1): void {
    const count = TREE_FILTERS.length;
    this.filter = TREE_FILTERS[(TREE_FILTERS.indexOf(this.filter) + by + count) % count] ?? "default";
    this.refresh();
  }
}
