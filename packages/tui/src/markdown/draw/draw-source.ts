import { GrowingLine } from "../growing/growing-line.ts";
import type { Canvas } from "../render/render-context.ts";
import { renderSource } from "../render/render-source.ts";

/** Source that grows line by line. */
interface GrowingSource {
  readonly lines: readonly string[];
  /** The unfinished line, with the blank lines before it. */
  readonly lastLines: readonly string[];
}

/** Draws growing source text as written. Finished lines are drawn only once. */
export class SourceDrawing<Source extends GrowingSource> {
  readonly source: Source;
  private readonly canvas: Canvas;
  private readonly done: string[] = [];
  private doneLines = 0;
  private readonly last: GrowingLine;

  constructor(source: Source, canvas: Canvas) {
    this.source = source;
    this.canvas = canvas;
    this.last = new GrowingLine(canvas.width, canvas.style, (line, index) => this.finish(line, index));
  }

  render(): string[][] {
    const { lines, lastLines } = this.source;
    for (const line of this.draw(lines.slice(this.doneLines))) this.done.push(line);
    this.doneLines = lines.length;
    const blanks = this.draw(lastLines.slice(0, -1));
    const before = this.done.length + blanks.length;
    return [this.done, blanks, ...lastLines.slice(-1).map((line) => this.last.render(line.trimEnd(), before))];
  }

  private draw(lines: readonly string[]): string[] {
    const { width, style } = this.canvas;
    const drawn = lines.flatMap((line) => renderSource(line, width, style));
    return drawn.map((line, index) => this.finish(line, this.done.length + index));
  }

  private finish(line: string, index: number): string {
    return this.canvas.finish(line, index === 0 ? "first" : "other");
  }
}
