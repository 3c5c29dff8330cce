import type { Component } from "../component.ts";
import { fitPadding } from "../components/padding.ts";
import { applyBackgroundToLine, neutralize } from "../text/index.ts";
import { type Block, BlockStream } from "./block-stream.ts";
import { FenceDrawing } from "./draw-fence.ts";
import { ParagraphDrawing } from "./draw-paragraph.ts";
import type { DefaultTextStyle, MarkdownOptions, MarkdownTheme } from "./markdown-theme.ts";
import { OpenFence } from "./open-fence.ts";
import { renderBlock } from "./render-block.ts";
import { createContext, type RenderContext } from "./render-context.ts";

/** Markdown as styled lines, made for text that arrives piece by piece: only the block at its end is parsed and drawn again. */
export class Markdown implements Component {
  private readonly paddingX: number;
  private readonly paddingY: number;
  private readonly options: MarkdownOptions;
  private readonly background: ((text: string) => string) | undefined;
  private readonly context: RenderContext;
  private readonly blocks: BlockStream;
  /** As given; of it, what is made safe goes to the stream and is not looked at again. */
  private text = "";
  private openDrawing: FenceDrawing | ParagraphDrawing | undefined;
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
    this.blocks = new BlockStream({ latex: options.renderLatex ?? true });
    this.setText(text);
  }

  setText(text: string): void {
    if (text === this.text) return;
    const delta = addition(this.text, text);
    this.text = text;
    this.isStale = true;
    if (this.options.transform) return;
    if (delta === undefined) this.blocks.reset(neutralize(text));
    else this.blocks.append(neutralize(delta));
  }

  /** Adds to the end: what a stream delivers, without handing over the whole text each time. */
  appendText(delta: string): void {
    if (delta === "") return;
    this.text += delta;
    this.isStale = true;
    if (!this.options.transform) this.blocks.append(neutralize(delta));
  }

  invalidate(): void {
    this.forgetLines();
    this.isStale = true;
  }

  render(width: number): string[] {
    if (!this.isStale && width === this.width) return this.lines;
    if (width !== this.width) this.forgetLines();
    this.width = width;
    const { transform } = this.options;
    if (transform) this.blocks.reset(transform(neutralize(this.text), fitPadding(width, this.paddingX).contentWidth));
    this.blocks.parse();
    this.isStale = false;
    this.lines = this.draw(width);
    return this.lines;
  }

  private draw(width: number): string[] {
    this.settle(width);
    const open = this.blocks.open.flatMap((block) => this.drawBlock(block, width));
    const content = this.settled.lines.concat(...open);
    if (content.length === 0 || this.paddingY === 0) return content;
    const vertical = Array.from({ length: this.paddingY }, () => this.finish("", width));
    return vertical.concat(content, vertical);
  }

  private forgetLines(): void {
    this.settled = { lines: [], closed: [], count: 0 };
    this.openDrawing = undefined;
    this.context.drawnRows = new WeakMap();
  }

  /** Draws blocks that closed since the last time. */
  private settle(width: number): void {
    const { closed } = this.blocks;
    if (this.settled.closed !== closed) this.settled = { lines: [], closed, count: 0 };
    for (; this.settled.count < closed.length; this.settled.count++) {
      const block = closed[this.settled.count];
      if (block) for (const line of this.drawBlock(block, width).flat()) this.settled.lines.push(line);
    }
  }

  /** The lines of a block, in parts that follow each other. */
  private drawBlock({ token, isApart, growing }: Block, width: number): string[][] {
    const { contentWidth } = fitPadding(width, this.paddingX);
    const finish = (line: string) => this.finish(line, width);
    if (growing) return [isApart ? [finish("")] : [], ...this.drawGrowing(growing, contentWidth, finish)];
    const lines = renderBlock(token, contentWidth, this.context, this.context.base).map(finish);
    return isApart && lines.length > 0 ? [[finish("")], lines] : [lines];
  }

  private drawGrowing(
    growing: NonNullable<Block["growing"]>,
    width: number,
    finish: (line: string) => string,
  ): string[][] {
    if (this.openDrawing?.source !== growing) {
      this.openDrawing =
        growing instanceof OpenFence
          ? new FenceDrawing(growing, width, this.context, finish)
          : new ParagraphDrawing(growing, width, this.context, finish);
    }
    return this.openDrawing.render();
  }

  private finish(line: string, width: number): string {
    const { padding } = fitPadding(width, this.paddingX);
    const padded = line === "" ? line : " ".repeat(padding) + line;
    return this.background ? applyBackgroundToLine(padded, width, this.background) : padded;
  }
}

/** What `text` adds to the end of `before`, or undefined if it does not begin with it. */
function addition(before: string, text: string): string | undefined {
  // Comparing slices is one memory comparison; `startsWith` looks at each character.
  return text.slice(0, before.length) === before ? text.slice(before.length) : undefined;
}
