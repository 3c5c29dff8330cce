import type { Component } from "../component.ts";
import { applyBackgroundToLine, neutralize, wrapTextWithAnsi } from "../text/index.ts";
import { LineCache } from "./line-cache.ts";
import { fitPadding } from "./padding.ts";

/** Text of any length, wrapped at words. Blank text takes no line at all. */
export class Text implements Component {
  private text: string;
  private readonly paddingX: number;
  private readonly paddingY: number;
  private customBgFn: ((text: string) => string) | undefined;
  private readonly cache = new LineCache();

  constructor(text = "", paddingX = 1, paddingY = 1, customBgFn?: (text: string) => string) {
    this.text = text;
    this.paddingX = paddingX;
    this.paddingY = paddingY;
    this.customBgFn = customBgFn;
  }

  setText(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.cache.clear();
  }

  setCustomBgFn(customBgFn?: (text: string) => string): void {
    this.customBgFn = customBgFn;
    this.cache.clear();
  }

  invalidate(): void {
    this.cache.clear();
  }

  render(width: number): string[] {
    return this.cache.get(width, () => this.draw(width));
  }

  private draw(width: number): string[] {
    if (this.text.trim() === "") return [];
    const { padding, contentWidth } = fitPadding(width, this.paddingX);
    const margin = " ".repeat(padding);
    const vertical = Array.from({ length: this.paddingY }, () => "");
    const content = wrapTextWithAnsi(neutralize(this.text), contentWidth).map((line) => (line ? margin + line : line));
    const lines = [...vertical, ...content, ...vertical];
    const background = this.customBgFn;
    return background ? lines.map((line) => applyBackgroundToLine(line, width, background)) : lines;
  }
}
