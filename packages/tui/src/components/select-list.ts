import { fuzzyFilter } from "../fuzzy/index.ts";
import { getKeybindings } from "../keys/index.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";
import { neutralizeLine, truncateToWidth, visibleWidth } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";
import { ListCursor } from "./list-cursor.ts";

export interface SelectItem {
  value: string;
  label: string;
  description?: string;
}

export interface SelectListTheme {
  selectedPrefix: (text: string) => string;
  selectedText: (text: string) => string;
  description: (text: string) => string;
  scrollInfo: (text: string) => string;
  noMatch: (text: string) => string;
}

export interface SelectListTruncatePrimaryContext {
  text: string;
  maxWidth: number;
  columnWidth: number;
  item: SelectItem;
  isSelected: boolean;
}

export interface SelectListLayoutOptions {
  minPrimaryColumnWidth?: number;
  maxPrimaryColumnWidth?: number;
  truncatePrimary?: (context: SelectListTruncatePrimaryContext) => string;
}

const PREFIX_WIDTH = 2;
const COLUMN_GAP = 2;
const MAX_PRIMARY_WIDTH = 32;
/** With less room than this, the description is left out. */
const MIN_DESCRIPTION_WIDTH = 10;

/** A list of items to choose from. Only the visible items are drawn, however many there are. */
export class SelectList extends CachedComponent {
  readonly capturesViewportInput = true;
  onSelect?: (item: SelectItem) => void;
  onCancel?: () => void;
  onSelectionChange?: (item: SelectItem) => void;
  private readonly items: SelectItem[];
  private readonly theme: SelectListTheme;
  private readonly layout: SelectListLayoutOptions;
  private filtered: SelectItem[];
  private primaryWidth: number | undefined;
  private readonly cursor: ListCursor;

  constructor(items: SelectItem[], maxVisible: number, theme: SelectListTheme, layout: SelectListLayoutOptions = {}) {
    super();
    this.items = items;
    this.filtered = items;
    this.theme = theme;
    this.layout = layout;
    const list = this;
    this.cursor = new ListCursor(maxVisible, "wrap", {
      get count() {
        return list.filtered.length;
      },
      moved: () => this.onMoved(),
      choose: () => this.choose(),
    });
  }

  /** Keeps the items whose value begins with the filter, ignoring case, and selects the first of them. */
  setFilter(filter: string): void {
    const beginning = filter.toLowerCase();
    this.show(this.items.filter((item) => item.value.toLowerCase().startsWith(beginning)));
  }

  /** Keeps the items whose label or value matches the query, best first, and selects the best. */
  search(query: string): void {
    this.show(fuzzyFilter(this.items, query, searchText));
  }

  private show(items: SelectItem[]): void {
    this.filtered = items;
    this.primaryWidth = undefined;
    this.cursor.index = 0;
    this.changed();
  }

  setSelectedIndex(index: number): void {
    this.cursor.index = Math.max(0, Math.min(index, this.filtered.length - 1));
    this.changed();
  }

  getSelectedItem(): SelectItem | null {
    return this.filtered[this.cursor.index] ?? null;
  }

  handleInput(keyData: string): void {
    if (!this.cursor.handleKey(keyData) && getKeybindings().matches(keyData, "tui.select.cancel")) this.onCancel?.();
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    return this.cursor.handleMouse(event);
  }

  private onMoved(): void {
    this.changed();
    const item = this.getSelectedItem();
    if (item) this.onSelectionChange?.(item);
  }

  private choose(): void {
    const item = this.getSelectedItem();
    if (item) this.onSelect?.(item);
  }

  protected draw(width: number): string[] {
    if (this.filtered.length === 0) return [this.theme.noMatch(truncateToWidth("  No matches", width, ""))];
    const { position } = this.cursor;
    const { start, end } = this.cursor.window;
    const lines = this.filtered
      .slice(start, end)
      .map((item, offset) => this.drawItem(item, start + offset === this.cursor.index, width));
    return position ? [...lines, this.theme.scrollInfo(truncateToWidth(position, width, ""))] : lines;
  }

  private drawItem(item: SelectItem, isSelected: boolean, width: number): string {
    const prefix = isSelected ? this.theme.selectedPrefix("→ ") : "  ";
    const room = width - PREFIX_WIDTH;
    if (room <= 0) return truncateToWidth(prefix, width, "");
    const description = item.description ? neutralizeLine(item.description) : "";
    const columnWidth = this.primaryColumnWidth();
    const descriptionRoom = room - columnWidth - COLUMN_GAP;
    if (description === "" || descriptionRoom < MIN_DESCRIPTION_WIDTH) {
      const label = this.drawPrimary(item, isSelected, room, room);
      return prefix + (isSelected ? this.theme.selectedText(label) : label);
    }
    const label = this.drawPrimary(item, isSelected, columnWidth, columnWidth);
    const gap = " ".repeat(columnWidth - visibleWidth(label) + COLUMN_GAP);
    const detail = truncateToWidth(description, descriptionRoom, "…");
    if (isSelected) return prefix + this.theme.selectedText(`${label}${gap}${detail}`);
    return `${prefix}${label}${gap}${this.theme.description(detail)}`;
  }

  private drawPrimary(item: SelectItem, isSelected: boolean, maxWidth: number, columnWidth: number): string {
    const text = displayText(item);
    const cut = this.layout.truncatePrimary?.({ text, maxWidth, columnWidth, item, isSelected }) ?? text;
    return truncateToWidth(cut, maxWidth, "…");
  }

  /** Returns the width of the widest label, within bounds. Measured once per filter. */
  private primaryColumnWidth(): number {
    this.primaryWidth ??= this.measurePrimary();
    return this.primaryWidth;
  }

  private measurePrimary(): number {
    const max = this.layout.maxPrimaryColumnWidth ?? this.layout.minPrimaryColumnWidth ?? MAX_PRIMARY_WIDTH;
    let width = Math.min(this.layout.minPrimaryColumnWidth ?? 0, max);
    for (const item of this.filtered) {
      width = Math.max(width, visibleWidth(displayText(item)));
      if (width >= max) return max;
    }
    return width;
  }
}

function displayText(item: SelectItem): string {
  return neutralizeLine(item.label || item.value);
}

function searchText(item: SelectItem): string {
  return item.label === item.value ? item.label : `${item.label} ${item.value}`;
}
