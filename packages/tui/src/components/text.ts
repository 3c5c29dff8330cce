import { applyBackgroundToLine, neutralize, wrapTextWithAnsi } from "../text/index.ts";
import { CachedComponent } from "./cached-component.ts";
import { fillRow, fitPadding } from "./padding.ts";

/** Text of any length, wrapped at words. Blank text takes no lines. */
export class Text extends CachedComponent {
  private text: string;
  private readonly paddingX: number;
  private readonly paddingY: number;
  private customBgFn: ((text: string) => string) | undefined;

  constructor(text = "", paddingX = 1, paddingY = 1, customBgFn?: (text: string) => string) {
    super();
    this.text = text;
    this.paddingX = paddingX;
    this.paddingY = paddingY;
    this.customBgFn = customBgFn;
  }

  setText(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.changed();
  }

  setCustomBgFn(customBgFn?: (text: string) => string): void {
    this.customBgFn = customBgFn;
    this.changed();
  }

  protected draw(width: number): string[] {
    if (this.text.trim() === "") return [];
    const { padding, contentWidth } = fitPadding(width, this.paddingX);
    const margin = " ".repeat(padding);
    const vertical = Array.from({ length: this.paddingY }, () => "");
    const content = wrapTextWithAnsi(neutralize(this.text), contentWidth).map((line) => margin + line);
    const lines = [...vertical, ...content, ...vertical];
    const background = this.customBgFn;
    return lines.map((line) => (background ? applyBackgroundToLine(line, width, background) : fillRow(line, width)));
  }
}
