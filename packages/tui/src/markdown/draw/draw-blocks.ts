import type { Block, BlockStream, GrowingBlock, GrowingContainer } from "../growing/block-stream.ts";
import { itemFrame, quoteFrame } from "../growing/container-frame.ts";
import { LongParagraph } from "../growing/long-paragraph.ts";
import { OpenContainer } from "../growing/open-container.ts";
import { OpenFence } from "../growing/open-fence.ts";
import { OpenHtml } from "../growing/open-html.ts";
import { OpenIndent } from "../growing/open-indent.ts";
import { renderBlock } from "../render/render-block.ts";
import type { Canvas } from "../render/render-context.ts";
import { tableRoom } from "../render/render-table.ts";
import { CodeDrawing } from "./draw-code.ts";
import { ParagraphDrawing } from "./draw-paragraph.ts";
import { SourceDrawing } from "./draw-source.ts";
import { TableDrawing } from "./draw-table.ts";

/** Draws a growing block. `render` returns its lines in consecutive parts. */
interface Drawing {
  readonly source: GrowingBlock;
  render(): string[][];
}

/** Draws a stream of blocks. Closed blocks, and the finished parts of a growing block, are drawn only once. */
export class BlocksDrawing {
  private readonly stream: BlockStream;
  private readonly canvas: Canvas;
  private closed: readonly Block[] = [];
  private closedCount = 0;
  /** The lines of the closed blocks. */
  private done: string[] = [];
  private growing: Drawing | undefined;

  constructor(stream: BlockStream, canvas: Canvas) {
    this.stream = stream;
    this.canvas = canvas;
  }

  /** Returns the lines in parts, so that finished lines are copied only once, into the frame. */
  render(): string[][] {
    this.stream.parse();
    this.drawClosed();
    const parts = [this.done];
    for (const block of this.stream.open) this.drawBlock(block, parts);
    return parts;
  }

  private drawClosed(): void {
    const { closed } = this.stream;
    if (this.closed !== closed) {
      this.closed = closed;
      this.closedCount = 0;
      this.done = [];
    }
    for (const block of closed.slice(this.closedCount)) {
      const parts = [this.done];
      this.drawBlock(block, parts);
      for (const part of parts.slice(1)) for (const line of part) this.done.push(line);
    }
    this.closedCount = closed.length;
  }

  /** Appends the lines of a block to the parts. */
  private drawBlock({ token, isApart, growing }: Block, parts: string[][]): void {
    const { width, context, style, finish } = this.canvas;
    const place = parts.every((part) => part.length === 0) ? "first" : "other";
    const drawn = growing
      ? this.drawGrowing(
          growing,
          place === "first" ? this.canvas : { ...this.canvas, finish: (line) => finish(line, "other") },
        )
      : [renderBlock(token, width, context, style).map((line, index) => finish(line, index === 0 ? place : "other"))];
    if (drawn.every((part) => part.length === 0)) return;
    if (isApart && place === "other") parts.push([finish("", "other")]);
    for (const part of drawn) parts.push(part);
  }

  private drawGrowing(growing: GrowingBlock, canvas: Canvas): string[][] {
    if (this.growing?.source !== growing) this.growing = createDrawing(growing, canvas);
    return this.growing.render();
  }
}

function createDrawing(growing: GrowingBlock, canvas: Canvas): Drawing {
  if (growing instanceof OpenFence || growing instanceof OpenIndent) return new CodeDrawing(growing, canvas);
  if (growing instanceof LongParagraph) return new ParagraphDrawing(growing, canvas);
  if (growing instanceof OpenContainer) return new ContainerDrawing(growing, canvas);
  const isSource = growing instanceof OpenHtml || tableRoom(growing.token, canvas.width) === 0;
  return isSource ? new SourceDrawing(growing, canvas) : new TableDrawing(growing, canvas);
}

/** Draws a growing quote or list item. */
class ContainerDrawing {
  readonly source: GrowingContainer;
  private readonly blocks: BlocksDrawing;
  /** The lines shown if there is no content. */
  private readonly empty: string[][];

  constructor(container: GrowingContainer, { width, context, style, finish }: Canvas) {
    this.source = container;
    const { inner, token } = container;
    const isQuote = token.type === "blockquote";
    const frame = isQuote ? quoteFrame(width, context, style) : itemFrame(token, 0, width, context, style);
    const framed: Canvas["finish"] = (line, place) => finish(frame.finish(line, place), place);
    this.blocks = new BlocksDrawing(inner, { width: frame.room, context, style: frame.style, finish: framed });
    this.empty = isQuote ? [] : [[framed("", "first")]];
  }

  render(): string[][] {
    const parts = this.blocks.render();
    return parts.every((part) => part.length === 0) ? this.empty : parts;
  }
}
