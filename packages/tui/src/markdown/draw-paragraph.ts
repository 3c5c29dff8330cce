import { WrapStream } from "../text/wrap-stream.ts";
import type { LongParagraph } from "./long-paragraph.ts";
import type { InlineToken } from "./parse/tokens.ts";
import type { RenderContext } from "./render-context.ts";
import { renderInline } from "./render-inline.ts";

/** The drawing of a long paragraph that grows: finished segments are drawn once. */
export class ParagraphDrawing {
  readonly source: LongParagraph;
  private readonly context: RenderContext;
  private readonly finish: (line: string) => string;
  private readonly wrap: WrapStream;
  private readonly done: string[] = [];
  private doneSegments = 0;

  constructor(paragraph: LongParagraph, width: number, context: RenderContext, finish: (line: string) => string) {
    this.source = paragraph;
    this.context = context;
    this.finish = finish;
    this.wrap = new WrapStream(width);
  }

  /** In parts, so that the finished lines are copied once into the frame and not before. */
  render(): string[][] {
    const { segments, lastSegment } = this.source;
    for (const segment of segments.slice(this.doneSegments)) {
      for (const line of this.wrap.append(this.style(segment))) this.done.push(this.finish(line));
    }
    this.doneSegments = segments.length;
    return [this.done, this.wrap.preview(this.style(lastSegment)).map(this.finish)];
  }

  private style(tokens: readonly InlineToken[]): string {
    return renderInline(tokens, this.context, this.context.base);
  }
}
