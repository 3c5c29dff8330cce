import type { Component } from "../component.ts";
import { fuzzyFilter } from "../fuzzy/index.ts";
import { getKeybindings } from "../keys/index.ts";
import type { TuiMouseEvent, TuiMouseEventResult } from "../mouse.ts";
import { neutralize, neutralizeLine, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "../text/index.ts";
import { Input } from "./input.ts";
import { ListCursor } from "./list-cursor.ts";

export interface SettingItem {
  id: string;
  label: string;
  /** Shown below the list while the setting is selected. */
  description?: string;
  currentValue: string;
  /** Enter and space cycle through these values. */
  values?: string[];
  /** Enter opens this component instead. `done` closes it, with or without a value, and may select another setting. */
  submenu?: (
    currentValue: string,
    done: (selectedValue?: string, options?: { navigateTo?: string }) => void,
  ) => Component;
}

export interface SettingsListTheme {
  label: (text: string, selected: boolean) => string;
  value: (text: string, selected: boolean) => string;
  description: (text: string) => string;
  cursor: string;
  hint: (text: string) => string;
}

export interface SettingsListOptions {
  enableSearch?: boolean;
}

const MAX_LABEL_WIDTH = 30;
const GAP = 2;
/** The search field and a blank line. */
const SEARCH_LINES = 2;

/** A list of settings with their values. A value is cycled in place, or chosen in a submenu that replaces the list. */
export class SettingsList implements Component {
  readonly capturesViewportInput = true;
  private readonly items: SettingItem[];
  private readonly theme: SettingsListTheme;
  private readonly onChange: (id: string, newValue: string) => void;
  private readonly onCancel: () => void;
  private readonly search: Input | undefined;
  private shown: SettingItem[];
  private readonly cursor: ListCursor;
  private submenu: Component | undefined;
  private version = 0;
  private drawn: { key: string; lines: string[] } | undefined;

  constructor(
    items: SettingItem[],
    maxVisible: number,
    theme: SettingsListTheme,
    onChange: (id: string, newValue: string) => void,
    onCancel: () => void,
    options: SettingsListOptions = {},
  ) {
    this.items = items;
    this.shown = items;
    this.theme = theme;
    this.onChange = onChange;
    this.onCancel = onCancel;
    this.search = options.enableSearch ? new Input() : undefined;
    const list = this;
    this.cursor = new ListCursor(maxVisible, "wrap", {
      get count() {
        return list.shown.length;
      },
      moved: () => {
        this.version++;
      },
      choose: () => this.activate(),
    });
  }

  updateValue(id: string, newValue: string): void {
    const item = this.items.find((candidate) => candidate.id === id);
    if (!item) return;
    item.currentValue = newValue;
    this.version++;
  }

  selectItem(id: string): void {
    const index = this.shown.findIndex((item) => item.id === id);
    if (index >= 0) this.cursor.moveTo(index);
  }

  invalidate(): void {
    this.version++;
    this.submenu?.invalidate();
  }

  render(width: number): string[] {
    if (this.submenu) return this.submenu.render(width);
    const key = `${width} ${this.version} ${this.search?.getValue() ?? ""}`;
    if (this.drawn?.key !== key) this.drawn = { key, lines: this.draw(width) };
    return this.drawn.lines;
  }

  handleInput(data: string): void {
    if (this.submenu) {
      this.submenu.handleInput?.(data);
      return;
    }
    if (this.cursor.handleKey(data)) return;
    if (getKeybindings().matches(data, "tui.select.cancel")) this.onCancel();
    else if (data === " " && !this.search?.getValue()) this.activate();
    else this.filter(data);
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    if (this.submenu) return this.submenu.handleMouse?.(event);
    return this.cursor.handleMouse(event, this.search ? SEARCH_LINES : 0);
  }

  private filter(data: string): void {
    if (!this.search) return;
    this.search.handleInput(data);
    this.version++;
    this.shown = fuzzyFilter(this.items, this.search.getValue(), (item) => item.label);
    this.cursor.index = 0;
  }

  private activate(): void {
    const item = this.shown[this.cursor.index];
    if (!item) return;
    if (item.submenu) {
      this.submenu = item.submenu(item.currentValue, (value, options) =>
        this.closeSubmenu(item, value, options?.navigateTo),
      );
    } else if (item.values && item.values.length > 0) {
      this.apply(item, item.values[(item.values.indexOf(item.currentValue) + 1) % item.values.length] ?? "");
    }
  }

  private closeSubmenu(item: SettingItem, value: string | undefined, navigateTo: string | undefined): void {
    this.submenu?.dispose?.();
    this.submenu = undefined;
    this.version++;
    if (value !== undefined) this.apply(item, value);
    if (navigateTo !== undefined) this.selectItem(navigateTo);
  }

  private apply(item: SettingItem, value: string): void {
    item.currentValue = value;
    this.version++;
    this.onChange(item.id, value);
  }

  private draw(width: number): string[] {
    const head = this.search ? [...this.search.render(width), ""] : [];
    const hint = truncateToWidth("  Enter/Space to change · Esc to cancel", width, "");
    return [...head, ...this.drawItems(width), ...this.drawDescription(width), "", this.theme.hint(hint)];
  }

  private drawItems(width: number): string[] {
    if (this.shown.length === 0) return [this.theme.hint(truncateToWidth("  No matching settings", width, ""))];
    const { position } = this.cursor;
    const { start, end } = this.cursor.window;
    const labelWidth = Math.min(MAX_LABEL_WIDTH, Math.max(...this.items.map((item) => visibleWidth(item.label))));
    const rows = this.shown
      .slice(start, end)
      .map((item, offset) => this.drawItem(item, start + offset === this.cursor.index, labelWidth, width));
    return position ? [...rows, this.theme.hint(truncateToWidth(position, width, ""))] : rows;
  }

  private drawItem(item: SettingItem, isSelected: boolean, labelWidth: number, width: number): string {
    const cursor = isSelected ? this.theme.cursor : " ".repeat(visibleWidth(this.theme.cursor));
    const label = truncateToWidth(neutralizeLine(item.label), labelWidth, "…", true);
    const value = truncateToWidth(
      neutralizeLine(item.currentValue),
      Math.max(0, width - labelWidth - GAP - visibleWidth(cursor)),
      "…",
    );
    const row = `${cursor}${this.theme.label(label, isSelected)}${" ".repeat(GAP)}${this.theme.value(value, isSelected)}`;
    return truncateToWidth(row, width, "");
  }

  private drawDescription(width: number): string[] {
    const description = this.shown[this.cursor.index]?.description;
    if (!description) return [];
    const lines = wrapTextWithAnsi(neutralize(description), Math.max(1, width - 2));
    return ["", ...lines.map((line) => truncateToWidth(`  ${this.theme.description(line)}`, width, ""))];
  }
}
