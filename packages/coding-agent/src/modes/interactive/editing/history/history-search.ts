import { type Component, type Focusable, getKeybindings, Input, SelectList } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import { isListKey } from "../../parts/list-key.ts";
import { plainLine } from "../../parts/plain-line.ts";
import { timeAgo } from "../../parts/time-ago.ts";
import { selectListTheme } from "../../theme/component-themes.ts";
import type { HistoryEntry } from "./history-store.ts";

export interface HistorySearchOptions {
  readonly theme: () => Theme;
  readonly rows: number;
  readonly search: (query: string, scope: "folder" | "all") => readonly HistoryEntry[];
  readonly onChoose: (text: string) => void;
  readonly onCancel: () => void;
}

/** Earlier prompts by their words. The key that opened it looks in all folders, and once more in this one again. */
export class HistorySearch implements Component, Focusable {
  scope: "folder" | "all" = "folder";
  private readonly options: HistorySearchOptions;
  private readonly input = new Input({ prompt: "› ", placeholder: "words of an earlier prompt" });
  private list: SelectList;

  constructor(options: HistorySearchOptions) {
    this.options = options;
    this.list = this.createList();
  }

  get focused(): boolean {
    return this.input.focused;
  }

  set focused(focused: boolean) {
    this.input.focused = focused;
  }

  invalidate(): void {
    this.input.invalidate();
    this.list.invalidate();
  }

  render(width: number): string[] {
    return [...this.input.render(width), ...this.list.render(width)];
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    if (keys.matches(data, "app.history.search")) {
      this.scope = this.scope === "folder" ? "all" : "folder";
      this.list = this.createList();
    } else if (isListKey(data)) this.list.handleInput(data);
    else this.type(data);
  }

  private type(data: string): void {
    const before = this.input.getValue();
    this.input.handleInput(data);
    if (this.input.getValue() !== before) this.list = this.createList();
  }

  private createList(): SelectList {
    const { options, scope } = this;
    const seen = new Set<string>();
    const found = options.search(this.input.getValue(), scope).filter(({ text }) => !seen.has(text) && seen.add(text));
    const items = found.map(({ text, folder, at }, index) => ({
      value: String(index),
      label: plainLine(text),
      description: [timeAgo(new Date(at)), scope === "all" ? folder : ""].filter(Boolean).join(" "),
    }));
    const list = new SelectList(items, options.rows, selectListTheme(options.theme), { maxPrimaryColumnWidth: 80 });
    list.onSelect = ({ value }) => options.onChoose(found[Number(value)]?.text ?? "");
    list.onCancel = options.onCancel;
    return list;
  }
}
