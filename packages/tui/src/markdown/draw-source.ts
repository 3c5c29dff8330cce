import type { Canvas } from "./render-context.ts";
import { renderSource } from "./render-source.ts";

/** Source that grows line by line. */
interface GrowingSource {
  readonly lines: readonly string[];
  readonly lastLines: readonly string[];
}

/** The drawing of source that grows and is shown as it is written: finished lines are drawn once. */
export class SourceDrawing<Source extends GrowingSource> {
  readonly source: Source;
  private readonly canvas: Canvas;
  private readonly done: string[] = [];
  private doneLines = 0;

  constructor(source: Source, canvas: Canvas) {
    this.source = source;
    this.canvas = canvas;
  }

  render(): string[][] {
    const { lines, lastLines } = this.source;
    for (const line of this.draw(lines.slice(this.doneLines))) this.done.push(line);
    this.doneLines = lines.length;
    return [this.done, this.draw(lastLines)];
  }

  private draw(lines: readonly string[]): string[] {
    const { width, style, finish } = this.canvas;
    const drawn = lines.flatMap((line) => renderSource(line, width, style));
    return drawn.map((line, index) => finish(line, index + this.done.length === 0 ? "first" : "other"));
  }
}
