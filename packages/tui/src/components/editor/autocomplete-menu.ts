import type { AutocompleteItem, AutocompleteProvider } from "../../autocomplete/provider.ts";
import { getKeybindings } from "../../keys/index.ts";
import { SelectList, type SelectListTheme } from "../select-list.ts";
import type { Position, TextBuffer } from "./text-buffer.ts";

export interface AutocompleteHost {
  readonly buffer: TextBuffer;
  /** Puts the completed text into the editor. */
  apply(lines: readonly string[], cursor: Position): void;
  /** Called when the menu opened, closed or changed. */
  changed(): void;
}

/** Tells the editor how to continue after the menu saw a key. */
export type MenuOutcome = "handled" | "submit" | "ignored";

/** The list under the editor: asks the provider for suggestions, shows them, and applies the chosen one. */
export class AutocompleteMenu {
  maxVisible: number;
  private readonly host: AutocompleteHost;
  private readonly theme: SelectListTheme;
  private provider: AutocompleteProvider | undefined;
  private list: SelectList | undefined;
  private prefix = "";
  /** The text before the cursor at the time the list was made. */
  private madeFor = "";
  private pending: AbortController | undefined;

  constructor(host: AutocompleteHost, theme: SelectListTheme, maxVisible: number) {
    this.host = host;
    this.theme = theme;
    this.maxVisible = maxVisible;
  }

  setProvider(provider: AutocompleteProvider): void {
    this.close();
    this.provider = provider;
  }

  get isOpen(): boolean {
    return this.list !== undefined;
  }

  /** Opens, narrows or closes the menu after typing, depending on the text before the cursor. */
  update(): void {
    if (this.provider && (this.isOpen || this.isTriggered())) this.request("typed");
    else this.close();
  }

  /** Handles the completion key. */
  complete(): void {
    const { provider, host } = this;
    if (!provider) return;
    const { line, col } = host.buffer.cursor;
    if (isCommandContext(host.buffer)) this.request("typed");
    else if (provider.shouldTriggerFileCompletion?.([...host.buffer.lines], line, col) ?? true) this.request("forced");
  }

  close(): void {
    this.pending?.abort();
    this.pending = undefined;
    if (!this.list) return;
    this.list = undefined;
    this.host.changed();
  }

  handleInput(data: string): MenuOutcome {
    const { list } = this;
    if (!list) return "ignored";
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.cancel")) this.close();
    else if (keys.matches(data, "tui.input.tab")) {
      if (!this.isStale()) this.accept();
      // Continue with the arguments of the command, or with the content of the folder.
      this.update();
    } else if (keys.matches(data, "tui.input.submit")) return this.acceptForSubmit();
    else if (NAVIGATION.some((id) => keys.matches(data, id))) {
      list.handleInput(data);
      this.host.changed();
    } else return "ignored";
    return "handled";
  }

  render(width: number): string[] {
    return this.list?.render(width) ?? [];
  }

  /** Runs a chosen command at once, and one whose argument is already complete; only inserts any other path or argument. */
  private acceptForSubmit(): MenuOutcome {
    if (this.isStale()) {
      this.close();
      return "ignored";
    }
    const isCommand = this.prefix.startsWith("/") && !this.prefix.includes(" ");
    const before = this.beforeCursor();
    this.accept();
    const isComplete = isCommandContext(this.host.buffer) && this.beforeCursor().trimEnd() === before.trimEnd();
    return isCommand || isComplete ? "submit" : "handled";
  }

  /** Returns whether the user typed on since the list was made. The typed text then counts, not the older suggestion. */
  private isStale(): boolean {
    return this.madeFor !== this.beforeCursor();
  }

  private beforeCursor(): string {
    const { buffer } = this.host;
    return buffer.line.slice(0, buffer.cursor.col);
  }

  private accept(): void {
    const item = this.list?.getSelectedItem();
    if (item) this.applyItem(item);
    this.close();
  }

  private applyItem(item: AutocompleteItem): void {
    const { buffer } = this.host;
    const { line, col } = buffer.cursor;
    const completed = this.provider?.applyCompletion([...buffer.lines], line, col, item, this.prefix);
    if (completed) this.host.apply(completed.lines, { line: completed.cursorLine, col: completed.cursorCol });
  }

  private isTriggered(): boolean {
    const { buffer } = this.host;
    if (isCommandContext(buffer)) return true;
    const word = /(?:^|\s)(\S+)$/u.exec(this.beforeCursor())?.[1] ?? "";
    const triggers = ["@", ...(this.provider?.triggerCharacters ?? [])];
    return triggers.some((trigger) => word.startsWith(trigger));
  }

  private request(reason: "typed" | "forced"): void {
    this.pending?.abort();
    const pending = new AbortController();
    this.pending = pending;
    void this.ask(pending.signal, reason).catch(() => {
      // A failing provider suggests nothing, and the user can keep typing.
      if (!pending.signal.aborted) this.close();
    });
  }

  private async ask(signal: AbortSignal, reason: "typed" | "forced"): Promise<void> {
    const { buffer } = this.host;
    const { line, col } = buffer.cursor;
    const force = reason === "forced";
    const askedFor = this.beforeCursor();
    const found = await this.provider?.getSuggestions([...buffer.lines], line, col, { signal, force });
    if (signal.aborted) return;
    const [only] = found?.items ?? [];
    if (!found || !only) {
      this.close();
      return;
    }
    this.prefix = found.prefix;
    this.madeFor = askedFor;
    if (force && found.items.length === 1) {
      this.applyItem(only);
      this.close();
    } else this.show(found.items);
  }

  private show(items: AutocompleteItem[]): void {
    this.list = new SelectList(items, this.maxVisible, this.theme);
    const best = bestIndex(items, this.prefix);
    if (best > 0) this.list.setSelectedIndex(best);
    this.host.changed();
  }
}

const NAVIGATION = ["tui.select.up", "tui.select.down", "tui.select.pageUp", "tui.select.pageDown"] as const;

/** Returns whether the cursor is in the name or the arguments of a slash command. */
function isCommandContext(buffer: TextBuffer): boolean {
  return buffer.cursor.line === 0 && /^\s*\//u.test(buffer.line.slice(0, buffer.cursor.col));
}

/** Returns the index of the item equal to the typed text, otherwise of the first item that begins with it. */
function bestIndex(items: readonly AutocompleteItem[], prefix: string): number {
  const exact = items.findIndex((item) => item.value === prefix);
  return exact >= 0 ? exact : items.findIndex((item) => item.value.startsWith(prefix));
}
