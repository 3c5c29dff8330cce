import { type TUI, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import { type ListActions, SearchedList } from "../searched-list.ts";
import { COMMON_GROUP, type MenuSetting } from "./setting-items.ts";

export interface SettingsBrowserOptions {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly settings: readonly MenuSetting[];
  /** Returns the value as text, and whether the user has set it. */
  readonly valueOf: (setting: MenuSetting) => { readonly text: string; readonly isSet: boolean };
  readonly onChoose: (setting: MenuSetting) => void;
  /** Restores the default. */
  readonly onReset: (setting: MenuSetting) => void;
  readonly onCancel: () => void;
}

type Row = { readonly title: string } | { readonly setting: MenuSetting };

/** The heading between the common settings and the rest. */
const REST_TITLE = "All settings";
/** Rows of the frame, the search, the description, the hints, and the editor below. */
const FRAME_ROWS = 9;
const MAX_ROWS = 20;
const DESCRIPTION_ROWS = 2;
/**
 * Names get half of the width, and whatever the values leave of the rest. In a narrow terminal they get more, as long as the values stay
 * readable.
 */
const NARROW_LABELS = 24;
const NARROW_VALUES = 12;

/** Shows the common settings, then all others grouped by topic. Typing searches them, and the selected one is explained below. */
export class SettingsBrowser extends SearchedList {
  private readonly options: SettingsBrowserOptions;
  protected readonly actions: ListActions;
  private shown: readonly MenuSetting[];
  private index = 0;

  constructor(options: SettingsBrowserOptions) {
    super("search names and descriptions");
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

  render(width: number): string[] {
    const theme = this.options.theme();
    const rows = this.rows();
    const selected = rows.findIndex((row) => "setting" in row && row.setting === this.shown[this.index]);
    const start = Math.max(0, Math.min(selected - Math.floor(this.height / 2), rows.length - this.height));
    const labels = this.labelWidth(width);
    const lines = rows.slice(start, start + this.height).map((row) => this.drawRow(row, labels, width));
    if (lines.length === 0) lines.push(theme.fg("warning", "  No such setting"));
    return [...this.input.render(width), ...lines, ...this.describe(width)];
  }

  private labelWidth(width: number): number {
    const wanted = Math.max(0, ...this.shown.map((setting) => visibleWidth(nameOf(setting)))) + 4;
    const half = Math.max(Math.floor(width / 2), Math.min(NARROW_LABELS, width - NARROW_VALUES));
    if (wanted <= half) return wanted;
    const values = Math.max(0, ...this.shown.map((setting) => visibleWidth(this.options.valueOf(setting).text)));
    return Math.min(wanted, Math.max(half, width - values));
  }

  private get height(): number {
    return Math.max(2, Math.min(MAX_ROWS, this.options.tui.terminal.rows - FRAME_ROWS));
  }

  private rows(): Row[] {
    return this.shown.flatMap((setting, index): Row[] => {
      const before = this.shown[index - 1]?.group;
      if (setting.group === before) return [{ setting }];
      const rest: Row[] = before === COMMON_GROUP ? [{ title: REST_TITLE }] : [];
      return [...rest, { title: setting.group }, { setting }];
    });
  }

  private drawRow(row: Row, labels: number, width: number): string {
    const theme = this.options.theme();
    if ("title" in row && row.title === REST_TITLE)
      return theme.fg("muted", `${REST_TITLE} ${"─".repeat(Math.max(0, width - REST_TITLE.length - 1))}`);
    if ("title" in row) return truncateToWidth(theme.fg("accent", theme.bold(row.title)), width);
    const isSelected = row.setting === this.shown[this.index];
    const name = truncateToWidth(nameOf(row.setting), labels - 3, "…");
    const label = `${isSelected ? "→" : " "} ${name}${" ".repeat(Math.max(1, labels - 2 - visibleWidth(name)))}`;
    const { text, isSet } = this.options.valueOf(row.setting);
    const value = text === "" ? "—" : text;
    const color = isSelected ? "accent" : isSet ? "text" : "muted";
    return truncateToWidth((isSelected ? theme.fg("accent", label) : label) + theme.fg(color, value), width, "…");
  }

  /** Always returns the same number of rows, so that the list does not move. */
  private describe(width: number): string[] {
    const setting = this.shown[this.index];
    const text = setting?.common ? `${setting.description} (${setting.path})` : (setting?.description ?? "");
    const lines = wrapTextWithAnsi(text, Math.max(1, width)).slice(0, DESCRIPTION_ROWS);
    while (lines.length < DESCRIPTION_ROWS) lines.push("");
    return lines.map((line) => this.options.theme().fg("muted", line));
  }

  /** Searches the settings. The names of groups are searched only if no setting matches. */
  protected searchChanged(): void {
    const found = this.matching((setting) => `${nameOf(setting)} ${setting.path} ${setting.description}`);
    this.shown = found.length > 0 ? found : this.matching(({ group }) => group);
    this.index = 0;
  }

  private matching(textOf: (setting: MenuSetting) => string): MenuSetting[] {
    const words = this.query.toLowerCase().split(/\s+/);
    return this.options.settings.filter((setting) => {
      const text = textOf(setting).toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  private move(by: number): void {
    this.index = Math.max(0, Math.min(this.index + by, this.shown.length - 1));
  }
}

function nameOf({ common, path }: MenuSetting): string {
  return common?.name ?? path;
}
