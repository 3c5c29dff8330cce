import { Container, type Focusable, Input, type SelectItem, SelectList, Spacer, Text } from "@tau/tui";
import { currentTheme, getSelectListTheme } from "../../modes/interactive/parts/current-theme.ts";
import { DynamicBorder } from "../../modes/interactive/parts/dynamic-border.ts";

export interface SelectorOptions {
  readonly title?: string;
  readonly description?: string | undefined;
  readonly items: readonly SelectItem[];
  readonly current?: string | undefined;
  readonly onSelect: (value: string) => void;
  readonly onCancel: () => void;
  readonly onHighlight?: (value: string) => void;
  /** The initial filter of the list. The filter text is shown only if this is given. */
  readonly search?: string | undefined;
  /** Handles keys that do something else with the selected item. */
  readonly keys?: (data: string, value: string) => boolean;
}

export const MAX_ROWS = 10;

/** A list between two lines. Typing filters it. */
export class Selector extends Container implements Focusable {
  /** Page keys scroll the list, not the transcript above it. */
  readonly capturesViewportInput: boolean = true;
  private readonly options: SelectorOptions;
  private readonly search = new Input();
  private list: SelectList;

  constructor(options: SelectorOptions) {
    super();
    this.options = options;
    this.list = this.createList(options.items);
    this.search.setValue(options.search ?? "");
    if (options.search) this.list.search(options.search);
    this.build();
  }

  get focused(): boolean {
    return this.search.focused;
  }

  set focused(value: boolean) {
    this.search.focused = value;
  }

  getSelectList(): SelectList {
    return this.list;
  }

  getSearchInput(): Input {
    return this.search;
  }

  handleInput(data: string): void {
    const marked = this.list.getSelectedItem()?.value;
    if (marked !== undefined && this.options.keys?.(data, marked)) return;
    const isText = /^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(data);
    const isSearched = isText || (data === "\x7f" && this.search.getValue() !== "");
    if (isSearched) this.search.handleInput(data);
    if (isSearched) this.list.search(this.search.getValue());
    else this.list.handleInput(data);
  }

  protected setItems(items: readonly SelectItem[]): void {
    this.list = this.createList(items);
    if (this.search.getValue() !== "") this.list.search(this.search.getValue());
    this.build();
  }

  private createList(items: readonly SelectItem[]): SelectList {
    const { current, onSelect, onCancel, onHighlight } = this.options;
    const list = new SelectList([...items], MAX_ROWS, getSelectListTheme());
    list.onSelect = ({ value }) => onSelect(value);
    list.onCancel = onCancel;
    if (onHighlight) list.onSelectionChange = ({ value }) => onHighlight(value);
    const index = items.findIndex(({ value }) => value === current);
    list.setSelectedIndex(Math.max(0, index));
    return list;
  }

  private build(): void {
    const { title, description, search } = this.options;
    const theme = currentTheme();
    this.clear();
    this.addChild(new DynamicBorder());
    if (title !== undefined) this.addChild(new Text(theme.fg("accent", theme.bold(title)), 1, 0));
    if (description !== undefined) this.addChild(new Text(theme.fg("muted", description), 1, 0));
    if (title !== undefined) this.addChild(new Spacer(1));
    if (search !== undefined) this.addChild(this.search);
    this.addChild(this.list);
    this.addChild(new DynamicBorder());
  }
}

export function itemOf(value: string): SelectItem {
  return { value, label: value };
}

/** Collapses white space, so that the text fits on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
