import { GrowingLine } from "./growing-line.ts";
import type { Canvas } from "./render-context.ts";
import { renderSource } from "./render-source.ts";

/** Source that grows line by line. */
interface GrowingSource {
  readonly lines: readonly string[];
  /** The line that is being written, below the blank ones before it. */
  readonly lastLines: readonly string[];
}

/** The drawing of source that grows and is shown as it is written: finished lines are drawn once. */
export class SourceDrawing<Source extends GrowingSource> {
  readonly source: Source;
  private readonly canvas: Canvas;
  private readonly done: string[] = [];
  private doneLines = 0;
  /** The line that is being written, after so many others. */
  private last: { readonly after: number; readonly line: GrowingLine } | undefined;

  constructor(source: Source, canvas: Canvas) {
    this.source = source;
    this.canvas = canvas;
  }

  render(): string[][] {
    const { lines, lastLines } = this.source;
    for (const line of this.draw(lines.slice(this.doneLines))) this.done.push(line);
    this.doneLines = lines.length;
    const blanks = this.draw(lastLines.slice(0, -1));
    const before = lines.length + blanks.length;
    return [this.done, blanks, ...lastLines.slice(-1).map((line) => this.drawLast(line.trimEnd(), before))];
  }

  private drawLast(line: string, after: number): string[] {
    const { width, style, finish } = this.canvas;
    if (this.last?.after !== after) {
      const finishWrapped = (wrapped: string, index: number) =>
        finish(wrapped, after + index === 0 ? "first" : "other");
      this.last = { after, line: new GrowingLine(width, style, finishWrapped) };
    }
    return this.last.line.render(line);
  }

  private draw(lines: readonly string[]): string[] {
    const { width, style, finish } = this.canvas;
    const drawn = lines.flatMap((line) => renderSource(line, width, style));
    return drawn.map((line, index) => finish(line, index + this.done.length === 0 ? "first" : "other"));
  }
}
