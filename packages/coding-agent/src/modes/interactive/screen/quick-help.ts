import { type Component, getKeybindings, type Keybinding, truncateToWidth, visibleWidth } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";
import { describeKey } from "../keys/key-text.ts";

type Entry = readonly [key: string, meaning: string];

/** Typed or pressed, what matters most first: a small terminal shows the start. */
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

const ROWS = 7;
const GAP = "  ";

/** The keys worth knowing, in as many columns as there is room for. */
export class QuickHelp implements Component {
  private readonly theme: () => Theme;

  constructor(theme: () => Theme) {
    this.theme = theme;
  }

  render(width: number): string[] {
    const known = present();
    for (let count = Math.ceil((known.length + 1) / ROWS); count > 1; count--) {
      const rows = this.draw(known, count);
      if (rows.every((row) => visibleWidth(row) <= width)) return rows;
    }
    return this.draw(known, 1).map((row) => truncateToWidth(row, width));
  }

  invalidate(): void {
    // Drawn anew each time: it is short, and seldom there.
  }

  private draw(known: readonly Entry[], count: number): string[] {
    const entries = [...known.slice(0, count * ROWS - 1), LAST];
    const columns = Array.from({ length: count }, (_, column) =>
      this.drawColumn(entries.slice(column * ROWS, (column + 1) * ROWS)),
    );
    return Array.from({ length: ROWS }, (_, row) => ` ${columns.map((column) => column[row] ?? "").join(GAP)}`);
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

/** An action that the user has left without a key is not shown. */
function present(): Entry[] {
  return ENTRIES.flatMap((entry): Entry[] => {
    if (!("id" in entry)) return [entry];
    const [key] = getKeybindings().getKeys(entry.id);
    return key === undefined ? [] : [[describeKey(key), entry.meaning]];
  });
}
