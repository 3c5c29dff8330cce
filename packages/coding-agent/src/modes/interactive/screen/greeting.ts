import type { Theme } from "../../../core/themes/index.ts";
import { Note } from "./note.ts";

const NOTHING: string[] = [];

/** The text above an empty conversation, unless an extension shows its own header. */
export class Greeting extends Note {
  private readonly isReplaced: () => boolean;

  constructor(text: string, theme: () => Theme, isReplaced: () => boolean) {
    super(text, "muted", theme);
    this.isReplaced = isReplaced;
  }

  override render(width: number): string[] {
    return this.isReplaced() ? NOTHING : super.render(width);
  }
}
