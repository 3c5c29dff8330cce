import type { Component } from "../component.ts";
import { neutralize, truncateToWidth } from "../text/index.ts";
import { LineCache } from "./line-cache.ts";
import { fitPadding } from "./padding.ts";

/** One line, cut to the width: for headers and status lines. */
export class TruncatedText implements Component {
  private text: string;
  private readonly paddingX: number;
  private readonly paddingY: number;
  private readonly cache = new LineCache();

  constructor(text: string, paddingX = 0, paddingY = 0) {
    this.text = text;
    this.paddingX = paddingX;
    this.paddingY = paddingY;
  }

  setText(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.cache.clear();
  }

  invalidate(): void {
    this.cache.clear();
  }

  render(width: number): string[] {
    return this.cache.get(width, () => this.draw(width));
  }

  private draw(width: number): string[] {
    const { padding, contentWidth } = fitPadding(width, this.paddingX);
    const [first = ""] = neutralize(this.text).split("\n", 1);
    const vertical = Array.from({ length: this.paddingY }, () => "");
    return [...vertical, " ".repeat(padding) + truncateToWidth(first, contentWidth), ...vertical];
  }
}
