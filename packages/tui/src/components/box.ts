import type { TuiMouseDispatchResult, TuiMouseEvent } from "../mouse.ts";
import { Container } from "../render/container.ts";
import { applyBackgroundToLine } from "../text/index.ts";
import { fillRow, fitPadding } from "./padding.ts";

/** Draws its children one below the other, with padding and a background around all of them. */
export class Box extends Container {
  private paddingX: number;
  private readonly paddingY: number;
  private bgFn: ((text: string) => string) | undefined;
  private padded: { width: number; content: readonly string[]; lines: string[] } | undefined;

  constructor(paddingX = 1, paddingY = 1, bgFn?: (text: string) => string) {
    super();
    this.paddingX = paddingX;
    this.paddingY = paddingY;
    this.bgFn = bgFn;
  }

  setPaddingX(paddingX: number): void {
    this.paddingX = paddingX;
    this.padded = undefined;
  }

  setBgFn(bgFn?: (text: string) => string): void {
    this.bgFn = bgFn;
    this.padded = undefined;
  }

  override invalidate(): void {
    this.padded = undefined;
    super.invalidate();
  }

  override handleMouse(event: TuiMouseEvent): TuiMouseDispatchResult | undefined {
    const { padding, contentWidth } = fitPadding(event.width, this.paddingX);
    return super.handleMouse({ ...event, x: event.x - padding, y: event.y - this.paddingY, width: contentWidth });
  }

  override render(width: number): string[] {
    const { padding, contentWidth } = fitPadding(width, this.paddingX);
    const content = super.render(contentWidth);
    const { padded } = this;
    if (padded?.width === width && padded.content === content) return padded.lines;
    const lines = this.pad(content, width, " ".repeat(padding));
    this.padded = { width, content, lines };
    return lines;
  }

  private pad(content: readonly string[], width: number, margin: string): string[] {
    if (content.length === 0) return [];
    const vertical = Array.from({ length: this.paddingY }, () => "");
    const lines = [...vertical, ...content.map((line) => margin + line), ...vertical];
    const background = this.bgFn;
    return lines.map((line) => (background ? applyBackgroundToLine(line, width, background) : fillRow(line, width)));
  }
}
