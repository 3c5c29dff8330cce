import { neutralize, truncateToWidth } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";
import { fillRow, fitPadding } from "./padding.ts";

/** One line, cut to the width: for headers and status lines. */
export class TruncatedText extends CachedComponent {
  private text: string;
  private readonly paddingX: number;
  private readonly paddingY: number;

  constructor(text: string, paddingX = 0, paddingY = 0) {
    super();
    this.text = text;
    this.paddingX = paddingX;
    this.paddingY = paddingY;
  }

  setText(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.changed();
  }

  protected draw(width: number): string[] {
    const { padding, contentWidth } = fitPadding(width, this.paddingX);
    const [first = ""] = neutralize(this.text).split("\n", 1);
    const vertical = Array.from({ length: this.paddingY }, () => "");
    const lines = [...vertical, " ".repeat(padding) + truncateToWidth(first, contentWidth), ...vertical];
    return lines.map((line) => fillRow(line, width));
  }
}
