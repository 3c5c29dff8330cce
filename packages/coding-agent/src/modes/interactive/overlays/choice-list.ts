import {
  type Component,
  type Focusable,
  fuzzyFilter,
  getKeybindings,
  Input,
  type Keybinding,
  neutralizeLine,
  SelectList,
  stripTerminalSequences,
  type TUI,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";
import { selectListTheme } from "../theme/component-themes.ts";

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly description?: string;
  /** The text to search in. Default: label and description. */
  readonly search?: string;
}

export interface ChoiceKey<T> {
  readonly id: Keybinding;
  /** Returns whether the key has this meaning now. Otherwise it edits the search. */
  readonly isTaken?: () => boolean;
  run(choice: Choice<T> | undefined): void;
}

export interface ChoiceListOptions<T> {
  readonly tui: TUI;
  readonly theme: () => Theme;
  readonly choices: readonly Choice<T>[];
  /** Finds choices for the typed text, instead of the search in `choices`. */
  readonly find?: (query: string) => readonly Choice<T>[];
  readonly isCurrent?: (value: T) => boolean;
  /** Identifies a value when the choices change. Default: the value itself. */
  readonly keyOf?: (value: T) => unknown;
  readonly keys?: readonly ChoiceKey<T>[];
  readonly placeholder?: string;
  readonly filter?: string;
  /** The text shown when there are no choices and no search text. */
  readonly empty?: () => string;
  readonly labelWidth?: number;
  /** More about the selected choice, in two lines below the list. */
  readonly preview?: (value: T) => string;
  readonly onChoose: (value: T) => void;
  readonly onCancel: () => void;
  readonly onHighlight?: (value: T) => void;
}

const FRAME_ROWS = 7;
const FRAME_COLUMNS = 4;
/** Columns of a row besides label and description: the mark in front and the space between. */
const ROW_COLUMNS = 4;
const MAX_LABEL = 32;
const MARK_COLUMNS = 2;
const MAX_ROWS = 15;
/** Lists up to this length have no search line, because reading them is faster. Typing still searches. */
const FEW = 6;
const PREVIEW_ROWS = 2;

/** A list of choices that typing searches. */
export class ChoiceList<T> implements Component, Focusable {
  private readonly options: ChoiceListOptions<T>;
  private readonly input: Input;
  private all: readonly Choice<T>[];
  private shown: readonly Choice<T>[] = [];
  private list: SelectList;
  /** The screen widths needed to show every row, and every description, without cutting. */
  private widest = { row: 0, description: 0 };

  constructor(options: ChoiceListOptions<T>) {
    this.options = options;
    this.all = options.choices;
    this.input = new Input({ prompt: "› ", placeholder: options.placeholder ?? "type to search" });
    this.input.setValue(options.filter ?? "");
    this.list = this.createList();
    this.selectCurrent();
  }

  get focused(): boolean {
    return this.input.focused;
  }

  set focused(focused: boolean) {
    this.input.focused = focused;
  }

  get selected(): Choice<T> | undefined {
    return this.shown[Number(this.list.getSelectedItem()?.value ?? Number.NaN)];
  }

  /** Returns the choices that match the search, or all if there is none. */
  get found(): readonly T[] {
    return this.shown.map(({ value }) => value);
  }

  get query(): string {
    return this.input.getValue();
  }

  /** Replaces the choices. Keeps the selection, or selects the choice that is now at its place. */
  setChoices(choices: readonly Choice<T>[]): void {
    const { keyOf = (value: T) => value } = this.options;
    const { selected } = this;
    const place = selected ? this.shown.indexOf(selected) : 0;
    this.all = choices;
    this.list = this.createList();
    this.list.setSelectedIndex(place);
    if (selected) this.select((value) => keyOf(value) === keyOf(selected.value));
  }

  select(matches: (value: T) => boolean): void {
    const index = this.shown.findIndex(({ value }) => matches(value));
    if (index >= 0) this.list.setSelectedIndex(index);
  }

  invalidate(): void {
    this.input.invalidate();
    const { selected } = this;
    this.list = this.createList();
    if (selected) this.select((value) => value === selected.value);
  }

  render(width: number): string[] {
    const hasSearch = this.all.length > FEW || this.query !== "" || this.options.placeholder !== undefined;
    const search = hasSearch ? this.input.render(width) : [];
    return [...search, ...(this.drawEmpty(width) ?? this.list.render(width)), ...this.drawPreview(width)];
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    const action = this.options.keys?.find(({ id, isTaken }) => keys.matches(data, id) && (isTaken?.() ?? true));
    if (action) action.run(this.selected);
    else if (isListKey(data)) this.list.handleInput(data);
    else this.search(data);
  }

  private drawEmpty(width: number): string[] | undefined {
    const { empty, theme } = this.options;
    if (!empty || this.shown.length > 0 || this.query !== "") return undefined;
    return [theme().fg("muted", truncateToWidth(`  ${empty()}`, width, "…"))];
  }

  private drawPreview(width: number): string[] {
    const { theme } = this.options;
    const text = stripTerminalSequences(this.previewText()).replace(/\s+/g, " ").trim();
    const lines = text === "" ? [] : wrapTextWithAnsi(text, width);
    const most = this.previewRows(width);
    return Array.from({ length: most }, (_, row) => {
      const isCut = row === most - 1 && lines.length > most;
      const line = isCut ? truncateToWidth(`${lines[row]} ${lines[row + 1]}`, width, "…") : (lines[row] ?? "");
      return theme().fg("muted", line);
    });
  }

  /**
   * Returns the number of lines that show the full description of the selected choice, if descriptions are cut. The same for all choices,
   * so that the list does not move.
   */
  private previewRows(width: number): number {
    if (this.options.preview) return PREVIEW_ROWS;
    if (width >= this.widest.row) return 0;
    return width >= this.widest.description ? 1 : PREVIEW_ROWS;
  }

  private previewText(): string {
    const { selected } = this;
    if (!selected) return "";
    return this.options.preview?.(selected.value) ?? selected.description ?? "";
  }

  private search(data: string): void {
    const before = this.input.getValue();
    this.input.handleInput(data);
    if (this.input.getValue() === before) return;
    this.list = this.createList();
    this.highlight();
  }

  private selectCurrent(): void {
    const { isCurrent } = this.options;
    if (isCurrent) this.select(isCurrent);
  }

  private highlight(): void {
    const { selected } = this;
    if (selected) this.options.onHighlight?.(selected.value);
  }

  private createList(): SelectList {
    const { tui, theme, isCurrent, onChoose, onCancel, labelWidth, find } = this.options;
    this.shown = find?.(this.query) ?? fuzzyFilter([...this.all], this.query, searchText);
    const marks = isCurrent ? new CurrentMarks(this.shown, isCurrent, labelWidth) : undefined;
    const items = this.shown.map(({ label, description }, index) => ({
      value: String(index),
      label: marks?.label(index) ?? label,
      ...(description === undefined ? {} : { description }),
    }));
    this.widest = measure(items, labelWidth);
    const frame = FRAME_ROWS + this.previewRows(tui.terminal.columns - FRAME_COLUMNS);
    const rows = Math.max(3, Math.min(MAX_ROWS, tui.terminal.rows - frame));
    const layout = {
      ...(labelWidth === undefined ? {} : { maxPrimaryColumnWidth: labelWidth }),
      ...(marks ? { truncatePrimary: marks.cut } : {}),
    };
    const list = new SelectList(items, rows, selectListTheme(theme), layout);
    list.onSelect = ({ value }) => {
      const chosen = this.shown[Number(value)];
      if (chosen) onChoose(chosen.value);
    };
    list.onCancel = onCancel;
    list.onSelectionChange = () => this.highlight();
    return list;
  }
}

/** Marks the current choice in a separate column, so that the mark neither shifts the text nor is cut off with a long name. */
class CurrentMarks<T> {
  private readonly choices: readonly Choice<T>[];
  private readonly isCurrent: (value: T) => boolean;
  private readonly widest: number;

  constructor(choices: readonly Choice<T>[], isCurrent: (value: T) => boolean, labelWidth = MAX_LABEL) {
    this.choices = choices;
    this.isCurrent = isCurrent;
    const widest = choices.reduce((most, { label }) => Math.max(most, visibleWidth(neutralizeLine(label))), 0);
    this.widest = Math.min(widest, labelWidth - MARK_COLUMNS);
  }

  label(index: number, width = this.widest): string {
    const choice = this.choices[index];
    if (!choice) return "";
    return `${truncateToWidth(neutralizeLine(choice.label), width, "…", true)} ${this.isCurrent(choice.value) ? "✓" : " "}`;
  }

  readonly cut = ({ item, maxWidth }: { item: { value: string }; maxWidth: number }): string =>
    this.label(Number(item.value), Math.min(this.widest, maxWidth - MARK_COLUMNS));
}

function measure(
  items: readonly { readonly label: string; readonly description?: string }[],
  labelWidth = MAX_LABEL,
): { row: number; description: number } {
  const widest = (widths: number[]) => widths.reduce((most, width) => Math.max(most, width), 0);
  const description = widest(items.map((item) => visibleWidth(item.description ?? "")));
  const label = widest(items.map((item) => Math.min(labelWidth, visibleWidth(item.label))));
  return { row: description === 0 ? 0 : ROW_COLUMNS + label + description, description };
}

function searchText<T>({ search, label, description }: Choice<T>): string {
  return search ?? `${label} ${description ?? ""}`;
}

const LIST_KEYS = [
  "tui.select.up",
  "tui.select.down",
  "tui.select.pageUp",
  "tui.select.pageDown",
  "tui.select.confirm",
  "tui.select.cancel",
] as const;

/** Returns whether a key belongs to the list below the search line. All others are typed into that line. */
export function isListKey(data: string): boolean {
  const keys = getKeybindings();
  return LIST_KEYS.some((id) => keys.matches(data, id));
}
