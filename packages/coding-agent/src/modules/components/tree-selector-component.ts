import type { SessionTreeNode } from "@tau/agent";
import { contentText } from "@tau/ai";
import { getKeybindings, Input, type SelectItem, type SelectList } from "@tau/tui";
import { oneLine, Selector } from "./selector.ts";

/** Shows the entries of a session, indented by depth where it branches. */
export class TreeSelectorComponent extends Selector {
  /** Called with the text of the selected entry. */
  onCopy?: (text: string | undefined) => void;
  private readonly tree: readonly SessionTreeNode[];
  private readonly onLabelChange: ((entryId: string, label: string | undefined) => void) | undefined;
  /** The input field while the user types a label. */
  private label: Input | undefined;

  constructor(
    tree: readonly SessionTreeNode[],
    currentLeafId: string | null,
    _terminalHeight: number,
    onSelect: (entryId: string) => void,
    onCancel: () => void,
    onLabelChange?: (entryId: string, label: string | undefined) => void,
    initialSelectedId = currentLeafId ?? undefined,
    filter: TreeFilterMode = "default",
  ) {
    const items = treeItems(tree, 0).filter(({ node }) => isShown(node, filter));
    super({
      title: "Session tree",
      items: items.map(({ item }) => item),
      current: initialSelectedId,
      onSelect,
      onCancel,
      keys: (data, id) => this.onKey(data, id),
    });
    this.tree = tree;
    this.onLabelChange = onLabelChange;
  }

  getTreeList(): SelectList {
    return this.getSelectList();
  }

  override handleInput(data: string): void {
    if (this.label) this.label.handleInput(data);
    else super.handleInput(data);
  }

  private onKey(data: string, id: string): boolean {
    const keys = getKeybindings();
    if (keys.matches(data, "app.message.copy") && this.onCopy) {
      this.onCopy(textOf(treeItems(this.tree, 0).find(({ node }) => node.entry.id === id)?.node));
      return true;
    }
    if (!keys.matches(data, "app.tree.editLabel") || !this.onLabelChange) return false;
    this.editLabel(id);
    return true;
  }

  private editLabel(id: string): void {
    const input = new Input({ placeholder: "Label" });
    const node = treeItems(this.tree, 0).find((each) => each.node.entry.id === id)?.node;
    const close = () => {
      this.label = undefined;
      this.removeChild(input);
    };
    input.setValue(node?.label ?? "");
    input.onEscape = close;
    input.onSubmit = (value) => {
      close();
      this.onLabelChange?.(id, value.trim() || undefined);
    };
    this.label = input;
    this.addChild(input);
  }
}

type TreeFilterMode = "default" | "no-tools" | "user-only" | "labeled-only" | "all";

interface TreeItem {
  readonly node: SessionTreeNode;
  readonly item: SelectItem;
}

function treeItems(nodes: readonly SessionTreeNode[], depth: number): TreeItem[] {
  return nodes.flatMap((node) => {
    const { entry, children, label } = node;
    const mark = label === undefined ? "" : `[${label}] `;
    const item = { value: entry.id, label: `${"  ".repeat(depth)}${mark}${oneLine(textOf(node) ?? entry.type)}` };
    return [{ node, item }, ...treeItems(children, children.length > 1 ? depth + 1 : depth)];
  });
}

function textOf(node: SessionTreeNode | undefined): string | undefined {
  if (node?.entry.type !== "message" || !("content" in node.entry.message)) return undefined;
  const { content } = node.entry.message;
  return typeof content === "string" ? content : contentText(content as Parameters<typeof contentText>[0]);
}

function isShown({ entry, label }: SessionTreeNode, filter: TreeFilterMode): boolean {
  if (filter === "labeled-only") return label !== undefined;
  const role = entry.type === "message" ? entry.message.role : undefined;
  if (filter === "user-only") return role === "user";
  return filter !== "no-tools" || role !== "toolResult";
}
