import type { Component } from "../component.ts";
import { fuzzyFilter } from "../fuzzy/index.ts";
import { getKeybindings } from "../keys/index.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";
import { neutralizeLine, truncateToWidth, visibleWidth } from "../text/index.ts";
import { LineCache } from "./line-cache.ts";
import { visibleWindow } from "./visible-window.ts";

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
/** Below this a description says nothing. */
const MIN_DESCRIPTION_WIDTH = 10;

/** Items to choose from. However many there are, only the visible ones are drawn. */
export class SelectList implements Component {
  onSelect?: (item: SelectItem) => void;
  onCancel?: () => void;
  onSelectionChange?: (item: SelectItem) => void;
  private readonly items: SelectItem[];
  private readonly maxVisible: number;
  private readonly theme: SelectListTheme;
  private readonly layout: SelectListLayoutOptions;
  private filtered: SelectItem[];
  private primaryWidth: number | undefined;
  private selectedIndex = 0;
  private readonly cache = new LineCache();

  constructor(items: SelectItem[], maxVisible: number, theme: SelectListTheme, layout: SelectListLayoutOptions = {}) {
    this.items = items;
    this.filtered = items;
    this.maxVisible = Math.max(1, maxVisible);
    this.theme = theme;
    this.layout = layout;
  }

  /** Keeps the items that match, best first, and selects the best. */
  setFilter(filter: string): void {
    this.filtered = fuzzyFilter(this.items, filter, searchText);
    this.primaryWidth = undefined;
    this.selectedIndex = 0;
    this.cache.clear();
  }

  setSelectedIndex(index: number): void {
    this.selectedIndex = Math.max(0, Math.min(index, this.filtered.length - 1));
    this.cache.clear();
  }

  getSelectedItem(): SelectItem | null {
    return this.filtered[this.selectedIndex] ?? null;
  }

  invalidate(): void {
    this.cache.clear();
  }

  render(width: number): string[] {
    return this.cache.get(width, () => this.draw(width));
  }

  handleInput(keyData: string): void {
    const keys = getKeybindings();
    if (keys.matches(keyData, "tui.select.up")) this.moveBy(-1, "wrap");
    else if (keys.matches(keyData, "tui.select.down")) this.moveBy(1, "wrap");
    else if (keys.matches(keyData, "tui.select.pageUp")) this.moveBy(-this.maxVisible, "clamp");
    else if (keys.matches(keyData, "tui.select.pageDown")) this.moveBy(this.maxVisible, "clamp");
    else if (keys.matches(keyData, "tui.select.confirm")) this.confirm();
    else if (keys.matches(keyData, "tui.select.cancel")) this.onCancel?.();
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    if (event.type === "wheel") {
      this.moveBy(Math.sign(event.wheelDelta ?? 0), "clamp");
      return { handled: true };
    }
    const { start, end } = this.window();
    const index = start + event.y;
    if (index >= end) return undefined;
    if (event.type === "move") return { handled: true, render: this.select(index) };
    if (event.type !== "click" || event.button !== "left") return undefined;
    this.select(index);
    this.confirm();
    return { handled: true };
  }

  private moveBy(delta: number, edge: "wrap" | "clamp"): void {
    const count = this.filtered.length;
    if (count === 0) return;
    const target = this.selectedIndex + delta;
    const wrapped = ((target % count) + count) % count;
    this.select(edge === "wrap" ? wrapped : Math.max(0, Math.min(target, count - 1)));
  }

  private select(index: number): boolean {
    if (index === this.selectedIndex) return false;
    this.selectedIndex = index;
    this.cache.clear();
    const item = this.getSelectedItem();
    if (item) this.onSelectionChange?.(item);
    return true;
  }

  private confirm(): void {
    const item = this.getSelectedItem();
    if (item) this.onSelect?.(item);
  }

  private window(): { start: number; end: number } {
    return visibleWindow(this.filtered.length, this.selectedIndex, this.maxVisible);
  }

  private draw(width: number): string[] {
    if (this.filtered.length === 0) return [this.theme.noMatch(truncateToWidth("  No matches", width, ""))];
    const { start, end } = this.window();
    const lines = this.filtered
      .slice(start, end)
      .map((item, offset) => this.drawItem(item, start + offset === this.selectedIndex, width));
    if (end - start < this.filtered.length) {
      const info = `  (${this.selectedIndex + 1}/${this.filtered.length})`;
      lines.push(this.theme.scrollInfo(truncateToWidth(info, width, "")));
    }
    return lines;
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

  /** As wide as the widest label, within bounds; found once per filter. */
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
