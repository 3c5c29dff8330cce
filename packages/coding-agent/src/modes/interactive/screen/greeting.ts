import type { Theme } from "../../../core/themes/index.ts";
import { Note } from "./note.ts";

const NOTHING: string[] = [];

/** What stands above an empty conversation, unless an extension has put a header of its own there. */
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
