import { WrapStream } from "../../text/wrap-stream.ts";
import type { LongParagraph } from "../growing/long-paragraph.ts";
import type { InlineToken } from "../parse/tokens.ts";
import type { Canvas } from "../render/render-context.ts";
import { renderInline } from "../render/render-inline.ts";

/** Draws a long growing paragraph. Finished segments are drawn only once. */
export class ParagraphDrawing {
  readonly source: LongParagraph;
  private readonly canvas: Canvas;
  private readonly wrap: WrapStream;
  private readonly done: string[] = [];
  private doneSegments = 0;

  constructor(paragraph: LongParagraph, canvas: Canvas) {
    this.source = paragraph;
    this.canvas = canvas;
    this.wrap = new WrapStream(canvas.width);
  }

  /** Returns the lines in parts, so that finished lines are copied only once, into the frame. */
  render(): string[][] {
    const { segments, lastSegment } = this.source;
    for (const segment of segments.slice(this.doneSegments)) {
      for (const line of this.wrap.append(this.style(segment))) this.done.push(this.finish(line, this.done.length));
    }
    this.doneSegments = segments.length;
    const open = this.wrap.preview(this.style(lastSegment));
    return [this.done, open.map((line, index) => this.finish(line, this.done.length + index))];
  }

  private finish(line: string, index: number): string {
    return this.canvas.finish(line, index === 0 ? "first" : "other");
  }

  private style(tokens: readonly InlineToken[]): string {
    return renderInline(tokens, this.canvas.context, this.canvas.style);
  }
}
