import type { Component } from "../component.ts";
import { getKeybindings, matchesKey } from "../keys/index.ts";
import { neutralizeLine, truncateToWidth } from "../text/index.ts";
import { LineCache } from "./line-cache.ts";
import { visibleWindow } from "./visible-window.ts";

export interface TreeNode {
  id: string;
  label: string;
  children?: TreeNode[];
  /** Default: unfolded. */
  folded?: boolean;
}

export interface TreeTheme {
  selected: (text: string) => string;
  guide: (text: string) => string;
  scrollInfo: (text: string) => string;
}

interface Row {
  readonly node: TreeNode;
  readonly guide: string;
  readonly parent: number;
}

/** Nodes below each other with lines that show where they belong. Left folds or goes up, right unfolds or goes down. */
export class Tree implements Component {
  onSelect?: (node: TreeNode) => void;
  onCancel?: () => void;
  onSelectionChange?: (node: TreeNode) => void;
  private readonly roots: TreeNode[];
  private readonly maxVisible: number;
  private readonly theme: TreeTheme;
  private rows: Row[];
  private selectedIndex = 0;
  private readonly cache = new LineCache();

  constructor(roots: TreeNode[], maxVisible: number, theme: TreeTheme) {
    this.roots = roots;
    this.maxVisible = Math.max(1, maxVisible);
    this.theme = theme;
    this.rows = flatten(roots);
  }

  getSelectedNode(): TreeNode | undefined {
    return this.rows[this.selectedIndex]?.node;
  }

  selectNode(id: string): void {
    const index = this.rows.findIndex(({ node }) => node.id === id);
    if (index >= 0) this.select(index);
  }

  invalidate(): void {
    this.cache.clear();
  }

  render(width: number): string[] {
    return this.cache.get(width, () => this.draw(width));
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    const node = this.getSelectedNode();
    if (keys.matches(data, "tui.select.up")) this.select(this.selectedIndex - 1);
    else if (keys.matches(data, "tui.select.down")) this.select(this.selectedIndex + 1);
    else if (keys.matches(data, "tui.select.pageUp")) this.select(this.selectedIndex - this.maxVisible);
    else if (keys.matches(data, "tui.select.pageDown")) this.select(this.selectedIndex + this.maxVisible);
    else if (keys.matches(data, "tui.select.cancel")) this.onCancel?.();
    else if (node && keys.matches(data, "tui.select.confirm")) this.onSelect?.(node);
    else if (node && matchesKey(data, "left")) this.foldOrLeave(node);
    else if (node && matchesKey(data, "right")) this.unfoldOrEnter(node);
  }

  private foldOrLeave(node: TreeNode): void {
    if (node.children?.length && !node.folded) this.fold(node, true);
    else this.select(this.rows[this.selectedIndex]?.parent ?? 0);
  }

  private unfoldOrEnter(node: TreeNode): void {
    if (!node.children?.length) return;
    if (node.folded) this.fold(node, false);
    else this.select(this.selectedIndex + 1);
  }

  private fold(node: TreeNode, folded: boolean): void {
    node.folded = folded;
    this.rows = flatten(this.roots);
    this.cache.clear();
  }

  private select(index: number): void {
    const target = Math.max(0, Math.min(index, this.rows.length - 1));
    if (target === this.selectedIndex) return;
    this.selectedIndex = target;
    this.cache.clear();
    const node = this.getSelectedNode();
    if (node) this.onSelectionChange?.(node);
  }

  private draw(width: number): string[] {
    const { start, end } = visibleWindow(this.rows.length, this.selectedIndex, this.maxVisible);
    const lines = this.rows.slice(start, end).map((row, offset) => this.drawRow(row, start + offset, width));
    if (end - start < this.rows.length) {
      const info = `  (${this.selectedIndex + 1}/${this.rows.length})`;
      lines.push(this.theme.scrollInfo(truncateToWidth(info, width, "")));
    }
    return lines;
  }

  private drawRow({ node, guide }: Row, index: number, width: number): string {
    const mark = node.children?.length ? (node.folded ? "▸ " : "▾ ") : "";
    const label = neutralizeLine(node.label);
    const text = index === this.selectedIndex ? this.theme.selected(mark + label) : mark + label;
    return truncateToWidth(this.theme.guide(guide) + text, width, "…");
  }
}

/** Visible nodes in order. With a stack of its own: a tree may be as deep as a session is long. */
function flatten(roots: readonly TreeNode[]): Row[] {
  const rows: Row[] = [];
  const pending = roots.toReversed().map((node): Pending => ({ node, guide: "", below: "", parent: 0 }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, guide, below, parent } = next;
    const own = rows.push({ node, guide, parent }) - 1;
    if (!node.children || node.folded) continue;
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child) pending.push(placed(child, below, own, index === node.children.length - 1));
    }
  }
  return rows;
}

interface Pending extends Row {
  /** What stands before the guides of the children. */
  readonly below: string;
}

function placed(node: TreeNode, indent: string, parent: number, isLast: boolean): Pending {
  return { node, guide: indent + (isLast ? "└─ " : "├─ "), below: indent + (isLast ? "   " : "│  "), parent };
}
