import { getKeybindings, matchesKey } from "../keys/index.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";
import { neutralizeLine, truncateToWidth } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";
import { ListCursor } from "./list-cursor.ts";

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

/** A tree of nodes with guide lines. Left folds a node or moves to its parent, right unfolds it or moves to its first child. */
export class Tree extends CachedComponent {
  onSelect?: (node: TreeNode) => void;
  onCancel?: () => void;
  onSelectionChange?: (node: TreeNode) => void;
  private readonly roots: TreeNode[];
  private readonly theme: TreeTheme;
  private rows: readonly FlatNode<TreeNode>[];
  private readonly cursor: ListCursor;

  constructor(roots: TreeNode[], maxVisible: number, theme: TreeTheme) {
    super();
    this.roots = roots;
    this.theme = theme;
    this.rows = flattenTree(roots, isFolded);
    const tree = this;
    this.cursor = new ListCursor(maxVisible, "stop", {
      get count() {
        return tree.rows.length;
      },
      moved: () => this.onMoved(),
      choose: () => this.choose(),
    });
  }

  getSelectedNode(): TreeNode | undefined {
    return this.rows[this.cursor.index]?.node;
  }

  selectNode(id: string): void {
    const index = this.rows.findIndex(({ node }) => node.id === id);
    if (index >= 0) this.cursor.moveTo(index);
  }

  handleInput(data: string): void {
    const node = this.getSelectedNode();
    if (this.cursor.handleKey(data)) return;
    if (getKeybindings().matches(data, "tui.select.cancel")) this.onCancel?.();
    else if (node && matchesKey(data, "left")) this.foldOrLeave(node);
    else if (node && matchesKey(data, "right")) this.unfoldOrEnter(node);
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    return this.cursor.handleMouse(event);
  }

  private foldOrLeave(node: TreeNode): void {
    if (node.children?.length && !node.folded) this.fold(node, true);
    else this.cursor.moveTo(this.rows[this.cursor.index]?.parent ?? 0);
  }

  private unfoldOrEnter(node: TreeNode): void {
    if (!node.children?.length) return;
    if (node.folded) this.fold(node, false);
    else this.cursor.moveTo(this.cursor.index + 1);
  }

  private fold(node: TreeNode, folded: boolean): void {
    node.folded = folded;
    this.rows = flattenTree(this.roots, isFolded);
    this.changed();
  }

  private onMoved(): void {
    this.changed();
    const node = this.getSelectedNode();
    if (node) this.onSelectionChange?.(node);
  }

  private choose(): void {
    const node = this.getSelectedNode();
    if (node) this.onSelect?.(node);
  }

  protected draw(width: number): string[] {
    const { position } = this.cursor;
    const { start, end } = this.cursor.window;
    const lines = this.rows.slice(start, end).map((row, offset) => this.drawRow(row, start + offset, width));
    return position ? [...lines, this.theme.scrollInfo(truncateToWidth(position, width, ""))] : lines;
  }

  private drawRow({ node, guide }: FlatNode<TreeNode>, index: number, width: number): string {
    const mark = node.children?.length ? (node.folded ? "▸ " : "▾ ") : "";
    const label = neutralizeLine(node.label);
    const text = index === this.cursor.index ? this.theme.selected(mark + label) : mark + label;
    return truncateToWidth(this.theme.guide(guide) + text, width, "…");
  }
}

const isFolded = ({ folded = false }: TreeNode) => folded;

/** A node with the guide lines drawn before it and the row index of its parent. */
export interface FlatNode<TNode> {
  readonly node: TNode;
  readonly guide: string;
  readonly parent: number;
}

/** Returns the visible nodes in order. Uses its own stack, because a tree may be as deep as a session is long. */
export function flattenTree<TNode extends { readonly children?: readonly TNode[] }>(
  roots: readonly TNode[],
  isFolded: (node: TNode) => boolean,
): FlatNode<TNode>[] {
  const rows: FlatNode<TNode>[] = [];
  const pending = roots.toReversed().map((node): Pending<TNode> => ({ node, guide: "", below: "", parent: 0 }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, guide, below, parent } = next;
    const own = rows.push({ node, guide, parent }) - 1;
    if (!node.children || isFolded(node)) continue;
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child) pending.push(placed(child, below, own, index === node.children.length - 1));
    }
  }
  return rows;
}

interface Pending<TNode> extends FlatNode<TNode> {
  /** The text before the guides of the children. */
  readonly below: string;
}

function placed<TNode>(node: TNode, indent: string, parent: number, isLast: boolean): Pending<TNode> {
  return { node, guide: indent + (isLast ? "└─ " : "├─ "), below: indent + (isLast ? "   " : "│  "), parent };
}
