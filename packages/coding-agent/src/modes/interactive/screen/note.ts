import { type Component, Text } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";

export type NoteColor = "muted" | "warning" | "error" | "accent" | "success";

/** A text in a colour of the current theme, which may change. */
export class Note extends Text implements Component {
  private readonly content: string | (() => string);
  private readonly color: NoteColor;
  private readonly theme: () => Theme;

  constructor(content: string | (() => string), color: NoteColor, theme: () => Theme) {
    super("", 1, 0);
    this.content = content;
    this.color = color;
    this.theme = theme;
    this.paint();
  }

  override invalidate(): void {
    super.invalidate();
    this.paint();
  }

  private paint(): void {
    const text = typeof this.content === "string" ? this.content : this.content();
    this.setText(this.theme().fg(this.color, text));
  }
}
