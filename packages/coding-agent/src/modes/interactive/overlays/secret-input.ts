import { Input } from "@tau/tui";

const SHOWN_AT_THE_END = 4;
/** Of a shorter one, the end would tell too much. */
const LONG = 16;

/** A line whose text is not shown, but for an end by which one knows it again: somebody may look on. */
export class SecretInput extends Input {
  private isDrawing = false;

  override getValue(): string {
    const value = super.getValue();
    return this.isDrawing ? veil(value) : value;
  }

  override render(width: number): string[] {
    this.isDrawing = true;
    try {
      return super.render(width);
    } finally {
      this.isDrawing = false;
    }
  }
}

/** As long as the text, so that the cursor is where it belongs. */
function veil(text: string): string {
  const shown = text.length < LONG ? 0 : SHOWN_AT_THE_END;
  return "•".repeat(text.length - shown) + text.slice(text.length - shown);
}
