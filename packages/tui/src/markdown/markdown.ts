import type { Component } from "../component.ts";
import { fitPadding } from "../components/padding.ts";
import { applyBackgroundToLine, neutralize } from "../text/index.ts";
import { type Block, BlockStream } from "./block-stream.ts";
import type { DefaultTextStyle, MarkdownOptions, MarkdownTheme } from "./markdown-theme.ts";
import { renderBlock } from "./render-block.ts";
import { createContext, type RenderContext } from "./render-context.ts";

/** Markdown as styled lines, made for text that arrives piece by piece: only the block at its end is parsed and drawn again. */
export class Markdown implements Component {
  private readonly paddingX: number;
  private readonly paddingY: number;
  private readonly options: MarkdownOptions;
  private readonly background: ((text: string) => string) | undefined;
  private readonly context: RenderContext;
  private readonly blocks = new BlockStream();
  private text = "";
  private source = "";
  private width = 0;
  private isStale = true;
  private lines: string[] = [];
  /** Lines of the closed blocks, and how many of those they are. */
  private settled: { lines: string[]; closed: readonly Block[]; count: number } = { lines: [], closed: [], count: 0 };

  constructor(
    text: string,
    paddingX: number,
    paddingY: number,
    theme: MarkdownTheme,
    defaultTextStyle?: DefaultTextStyle,
    options: MarkdownOptions = {},
  ) {
    this.paddingX = paddingX;
    this.paddingY = paddingY;
    this.options = options;
    this.background = defaultTextStyle?.bgColor;
    this.context = createContext(theme, options, defaultTextStyle);
    this.setText(text);
  }

  setText(text: string): void {
    if (text === this.text) return;
    // What was made safe before is not looked at again.
    const isLonger = text.length > this.text.length && text.startsWith(this.text);
    this.source = isLonger ? this.source + neutralize(text.slice(this.text.length)) : neutralize(text);
    this.text = text;
    this.isStale = true;
  }

  appendText(delta: string): void {
    if (delta === "") return;
    this.text += delta;
    this.source += neutralize(delta);
    this.isStale = true;
  }

  invalidate(): void {
    this.settled = { lines: [], closed: [], count: 0 };
    this.isStale = true;
  }

  render(width: number): string[] {
    if (!this.isStale && width === this.width) return this.lines;
    const { contentWidth } = fitPadding(width, this.paddingX);
    const { transform } = this.options;
    this.blocks.setSource(transform ? transform(this.source, contentWidth) : this.source);
    if (width !== this.width) this.settled = { lines: [], closed: [], count: 0 };
    this.width = width;
    this.isStale = false;
    this.lines = this.draw(width);
    return this.lines;
  }

  private draw(width: number): string[] {
    this.settle(width);
    const open = this.blocks.open.flatMap((block) => this.drawBlock(block, width));
    const content = this.settled.lines.concat(open);
    if (content.length === 0 || this.paddingY === 0) return content;
    const vertical = Array.from({ length: this.paddingY }, () => this.finish("", width));
    return vertical.concat(content, vertical);
  }

  /** Draws blocks that closed since the last time. */
  private settle(width: number): void {
    const { closed } = this.blocks;
    if (this.settled.closed !== closed) this.settled = { lines: [], closed, count: 0 };
    for (; this.settled.count < closed.length; this.settled.count++) {
      const block = closed[this.settled.count];
      if (block) for (const line of this.drawBlock(block, width)) this.settled.lines.push(line);
    }
  }

  private drawBlock({ token, isApart }: Block, width: number): string[] {
    const { contentWidth } = fitPadding(width, this.paddingX);
    const lines = renderBlock(token, contentWidth, this.context, this.context.base);
    if (isApart && lines.length > 0) lines.unshift("");
    return lines.map((line) => this.finish(line, width));
  }

  private finish(line: string, width: number): string {
    const { padding } = fitPadding(width, this.paddingX);
    const padded = line === "" ? line : " ".repeat(padding) + line;
    return this.background ? applyBackgroundToLine(padded, width, this.background) : padded;
  }
}
