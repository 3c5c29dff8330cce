import type { SessionTreeNode } from "@tau/agent";
import { Container, type Focusable, getKeybindings, Input, Spacer, Text } from "@tau/tui";
import { entryText, type TreeFilter } from "../../modes/interactive/overlays/tree/tree-entries.ts";
import { TreeList } from "../../modes/interactive/overlays/tree/tree-list.ts";
import { currentTheme } from "../../modes/interactive/parts/current-theme.ts";
import { DynamicBorder } from "../../modes/interactive/parts/dynamic-border.ts";

/** The tree of a session as `/tree` shows it: searched, filtered, folded, with labels that can be changed. */
export class TreeSelectorComponent extends Container implements Focusable {
  /** Page keys scroll the tree, not the transcript above it. */
  readonly capturesViewportInput = true;
  /** Called with the text of the selected entry. */
  onCopy?: (text: string | undefined) => void;
  private readonly list: EmbeddedTreeList;
  private readonly onLabelChange: ((entryId: string, label: string | undefined) => void) | undefined;
  /** The input field while the user types a label. */
  private label: Input | undefined;
  private isFocused = false;

  constructor(
    tree: readonly SessionTreeNode[],
    currentLeafId: string | null,
    terminalHeight: number,
    onSelect: (entryId: string) => void,
    onCancel: () => void,
    onLabelChange?: (entryId: string, label: string | undefined) => void,
    initialSelectedId?: string,
    initialFilterMode: TreeFilter = "default",
  ) {
    super();
    this.onLabelChange = onLabelChange;
    const view = { selectedId: initialSelectedId, filter: initialFilterMode, rows: terminalHeight };
    this.list = new EmbeddedTreeList(tree, currentLeafId, view);
    this.list.onSelect = onSelect;
    this.list.onCancel = onCancel;
    this.list.onCopy = (text) => this.onCopy?.(text);
    this.list.onLabelEdit = (id, label) => this.editLabel(id, label);
    const theme = currentTheme();
    this.addChild(new DynamicBorder());
    this.addChild(new Text(theme.fg("accent", theme.bold("Session tree")), 1, 0));
    this.addChild(new Spacer(1));
    this.addChild(this.list);
    this.addChild(new DynamicBorder());
  }

  get focused(): boolean {
    return this.isFocused;
  }

  set focused(focused: boolean) {
    this.isFocused = focused;
    this.list.focused = focused && !this.label;
    if (this.label) this.label.focused = focused;
  }

  getTreeList(): EmbeddedTreeList {
    return this.list;
  }

  handleInput(data: string): void {
    (this.label ?? this.list).handleInput(data);
  }

  private editLabel(id: string, label: string | undefined): void {
    if (!this.onLabelChange) return;
    const input = new Input({ placeholder: "Label" });
    input.setValue(label ?? "");
    const close = () => {
      this.label = undefined;
      this.removeChild(input);
      this.focused = this.isFocused;
    };
    input.onEscape = close;
    input.onSubmit = (value) => {
      const changed = value.trim() || undefined;
      close();
      this.list.updateNodeLabel(id, changed);
      this.onLabelChange?.(id, changed);
    };
    this.label = input;
    this.focused = this.isFocused;
    this.addChild(input);
  }
}

interface InitialView {
  readonly selectedId: string | undefined;
  readonly filter: TreeFilter;
  readonly rows: number;
}

/** The list of the tree, with the members that programs use of it. */
class EmbeddedTreeList extends TreeList {
  onSelect?: (entryId: string) => void;
  onCancel?: () => void;
  onCopy?: (text: string | undefined) => void;
  onLabelEdit?: (entryId: string, currentLabel: string | undefined) => void;
  private readonly tree: readonly SessionTreeNode[];

  constructor(tree: readonly SessionTreeNode[], leafId: string | null, { selectedId, filter, rows }: InitialView) {
    super({
      tui: { terminal: { rows } },
      theme: currentTheme,
      roots: () => tree,
      leafId,
      presentId: leafId,
      selectedId,
      filter,
      onChoose: ({ entry }) => this.onSelect?.(entry.id),
      onLabel: ({ entry, label }) => this.onLabelEdit?.(entry.id, label),
      onCopy: () => this.copySelected(),
      onCancel: () => this.onCancel?.(),
    });
    this.tree = tree;
  }

  getSearchQuery(): string {
    return this.query;
  }

  getSelectedNode(): SessionTreeNode | undefined {
    return this.selected;
  }

  copySelected(): void {
    const { selected } = this;
    this.onCopy?.(selected && entryText(selected.entry));
  }

  updateNodeLabel(entryId: string, label: string | undefined, labelTimestamp = new Date().toISOString()): void {
    const pending = [...this.tree];
    for (let node = pending.pop(); node; node = pending.pop()) {
      if (node.entry.id !== entryId) {
        pending.push(...node.children);
        continue;
      }
      Object.assign(node, { label, labelTimestamp: label === undefined ? undefined : labelTimestamp });
      break;
    }
    this.refresh();
  }

  /** Escape first empties the search. */
  override handleInput(data: string): void {
    if (this.query !== "" && getKeybindings().matches(data, "tui.select.cancel")) {
      this.input.setValue("");
      this.searchChanged();
    } else super.handleInput(data);
  }
}
