import { type Component, getKeybindings, type Keybinding, truncateToWidth, visibleWidth } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";
import { describeKey, moveHint } from "../keys/key-text.ts";

type Entry = readonly [key: string, meaning: string];

/** Typed characters and keys, most important first, because a small terminal shows only the start. */
const ENTRIES: readonly (Entry | { readonly id: Keybinding; readonly meaning: string })[] = [
  ["/", "commands"],
  ["@", "files"],
  ["!", "shell"],
  { id: "tui.input.submit", meaning: "send, or steer" },
  { id: "app.message.followUp", meaning: "queue" },
  { id: "app.interrupt", meaning: "stop; 2x tree" },
  { id: "tui.input.newLine", meaning: "new line" },
  { id: "app.thinking.cycle", meaning: "think more" },
  { id: "app.model.select", meaning: "models" },
  { id: "app.model.cycleForward", meaning: "next model" },
  { id: "app.tools.expand", meaning: "whole outputs" },
  { id: "app.thinking.toggle", meaning: "show thinking" },
  { id: "app.history.search", meaning: "old prompts" },
  { id: "app.clipboard.pasteImage", meaning: "paste image" },
  ["!!", "private shell"],
  { id: "app.editor.external", meaning: "your editor" },
  { id: "app.message.copy", meaning: "copy answer" },
  { id: "app.exit", meaning: "leave" },
];
const LAST: Entry = ["/hotkeys", "every key"];

/** Number of rows if there is room for the columns, few enough to take in at a glance. */
const ROWS = 7;
const GAP = "  ";

/** The most useful keys, in as many columns as fit. The rest can be scrolled to. */
export class QuickHelp implements Component {
  private readonly theme: () => Theme;
  private readonly most: () => number;
  private first = 0;
  private hidden = 0;

  /** `most` returns the largest number of rows to show. */
  constructor(theme: () => Theme, most: () => number) {
    this.theme = theme;
    this.most = most;
  }

  /** Returns false if everything is visible. */
  scroll(rows: number): boolean {
    if (this.hidden === 0) return false;
    this.first = Math.max(0, Math.min(this.first + rows, this.hidden));
    return true;
  }

  render(width: number): string[] {
    const rows = this.layOut(width);
    const most = Math.max(2, this.most());
    this.hidden = rows.length > most ? rows.length - (most - 1) : 0;
    this.first = Math.min(this.first, this.hidden);
    if (this.hidden === 0) return rows;
    const shown = rows.slice(this.first, this.first + most - 1);
    const place = `${moveHint()} · ${this.first + 1}-${this.first + shown.length} of ${rows.length}`;
    return [...shown, truncateToWidth(` ${this.theme().fg("dim", place)}`, width)];
  }

  invalidate(): void {
    // There is no cache, because the help is short and rarely shown.
  }

  private layOut(width: number): string[] {
    const entries = [...present(), LAST];
    for (let count = Math.ceil(entries.length / ROWS); count > 1; count--) {
      const rows = this.draw(entries, count);
      if (rows.every((row) => visibleWidth(row) <= width)) return rows;
    }
    return this.draw(entries, 1).map((row) => truncateToWidth(row, width));
  }

  private draw(entries: readonly Entry[], count: number): string[] {
    const height = Math.ceil(entries.length / count);
    const columns = Array.from({ length: count }, (_, column) =>
      this.drawColumn(entries.slice(column * height, (column + 1) * height)),
    );
    return Array.from({ length: height }, (_, row) => ` ${columns.map((column) => column[row] ?? "").join(GAP)}`);
  }

  private drawColumn(entries: readonly Entry[]): string[] {
    const theme = this.theme();
    const keyWidth = Math.max(0, ...entries.map(([key]) => visibleWidth(key)));
    const meaningWidth = Math.max(0, ...entries.map(([, meaning]) => visibleWidth(meaning)));
    return entries.map(
      ([key, meaning]) =>
        `${theme.fg("accent", key.padEnd(keyWidth))} ${theme.fg("muted", meaning.padEnd(meaningWidth))}`,
    );
  }
}

/** Returns the entries. Leaves out actions to which the user assigned no key. */
function present(): Entry[] {
  return ENTRIES.flatMap((entry): Entry[] => {
    if (!("id" in entry)) return [entry];
    const [key] = getKeybindings().getKeys(entry.id);
    return key === undefined ? [] : [[describeKey(key), entry.meaning]];
  });
}
