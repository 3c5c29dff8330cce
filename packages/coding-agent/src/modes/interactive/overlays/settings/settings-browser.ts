import {
  type Component,
  type Focusable,
  getKeybindings,
  Input,
  type Keybinding,
  type TUI,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import type { MenuSetting } from "./setting-items.ts";

export interface SettingsBrowserOptions {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly settings: readonly MenuSetting[];
  /** The value as text, and whether it is the user's rather than the default. */
  readonly valueOf: (setting: MenuSetting) => { readonly text: string; readonly isSet: boolean };
  readonly onChoose: (setting: MenuSetting) => void;
  /** Back to the default. */
  readonly onReset: (setting: MenuSetting) => void;
  readonly onCancel: () => void;
}

type Row = { readonly title: string } | { readonly setting: MenuSetting };

/** Frame, search, description of two lines, hints, and the editor below. */
const FRAME_ROWS = 9;
const MAX_ROWS = 20;
const DESCRIPTION_ROWS = 2;

/** Every setting under the heading of its group, found by typing; the selected one is explained below. */
export class SettingsBrowser implements Component, Focusable {
  private readonly options: SettingsBrowserOptions;
  private readonly input = new Input({ prompt: "› ", placeholder: "search names and descriptions" });
  private readonly actions: Partial<Record<Keybinding, () => void>>;
  private shown: readonly MenuSetting[];
  private index = 0;

  constructor(options: SettingsBrowserOptions) {
    this.options = options;
    this.shown = options.settings;
    const on = (action: (setting: MenuSetting) => void) => () => {
      const setting = this.shown[this.index];
      if (setting) action(setting);
    };
    this.actions = {
      "tui.select.up": () => this.move(-1),
      "tui.select.down": () => this.move(1),
      "tui.select.pageUp": () => this.move(-this.height),
      "tui.select.pageDown": () => this.move(this.height),
      "tui.select.confirm": on(options.onChoose),
      "tui.select.cancel": options.onCancel,
      "app.models.clearAll": on(options.onReset),
    };
  }

  get focused(): boolean {
    return this.input.focused;
  }

  set focused(focused: boolean) {
    this.input.focused = focused;
  }

  invalidate(): void {
    this.input.invalidate();
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    const id = (Object.keys(this.actions) as Keybinding[]).find((action) => keys.matches(data, action));
    if (id) this.actions[id]?.();
    else this.search(data);
  }

  render(width: number): string[] {
    const theme = this.options.theme();
    const rows = this.rows();
    const selected = rows.findIndex((row) => "setting" in row && row.setting === this.shown[this.index]);
    const start = Math.max(0, Math.min(selected - Math.floor(this.height / 2), rows.length - this.height));
    const labels = Math.min(Math.floor(width / 2), Math.max(0, ...this.shown.map(({ path }) => path.length)) + 4);
    const lines = rows.slice(start, start + this.height).map((row) => this.drawRow(row, labels, width));
    if (lines.length === 0) lines.push(theme.fg("warning", "  No such setting"));
    return [...this.input.render(width), ...lines, ...this.describe(width)];
  }

  private get height(): number {
    return Math.max(2, Math.min(MAX_ROWS, this.options.tui.terminal.rows - FRAME_ROWS));
  }

  private rows(): Row[] {
    return this.shown.flatMap((setting, index): Row[] => {
      const isFirst = setting.group !== this.shown[index - 1]?.group;
      return isFirst ? [{ title: setting.group }, { setting }] : [{ setting }];
    });
  }

  private drawRow(row: Row, labels: number, width: number): string {
    const theme = this.options.theme();
    if ("title" in row) return truncateToWidth(theme.fg("accent", theme.bold(row.title)), width);
    const isSelected = row.setting === this.shown[this.index];
    const name = truncateToWidth(row.setting.path, labels - 3, "…");
    const label = `${isSelected ? "→" : " "} ${name}${" ".repeat(Math.max(1, labels - 2 - visibleWidth(name)))}`;
    const { text, isSet } = this.options.valueOf(row.setting);
    const value = text === "" ? "—" : text;
    const color = isSelected ? "accent" : isSet ? "text" : "muted";
    return truncateToWidth((isSelected ? theme.fg("accent", label) : label) + theme.fg(color, value), width, "…");
  }

  /** Always as many rows, so that the list does not jump. */
  private describe(width: number): string[] {
    const setting = this.shown[this.index];
    const lines = setting ? wrapTextWithAnsi(setting.description, Math.max(1, width)).slice(0, DESCRIPTION_ROWS) : [];
    while (lines.length < DESCRIPTION_ROWS) lines.push("");
    return lines.map((line) => this.options.theme().fg("muted", line));
  }

  private search(data: string): void {
    const before = this.input.getValue();
    this.input.handleInput(data);
    const query = this.input.getValue();
    if (query === before) return;
    const words = query.toLowerCase().split(/\s+/);
    this.shown = this.options.settings.filter(({ path, group, description }) => {
      const text = `${path} ${group} ${description}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.index = 0;
  }

  private move(by: number): void {
    this.index = Math.max(0, Math.min(this.index + by, this.shown.length - 1));
  }
}
