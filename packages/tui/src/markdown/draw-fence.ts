import { wrapTextWithAnsi } from "../text/index.ts";
import type { OpenFence } from "./open-fence.ts";
import { codeFrame } from "./render-code.ts";
import type { RenderContext } from "./render-context.ts";

/** Lines that are highlighted together while code streams in: enough context, and a bound on the cost of a delta. */
const CHUNK_LINES = 48;

/** The drawing of a code block that grows: finished chunks are drawn once. */
export class FenceDrawing {
  readonly fence: OpenFence;
  private readonly context: RenderContext;
  private readonly finish: (line: string) => string;
  private readonly frame: ReturnType<typeof codeFrame>;
  private readonly done: string[];
  private doneLines = 0;
  /** The complete lines of the open chunk, drawn anew only when there is one more. */
  private chunk: string[] = [];
  private drawnLines = 0;

  constructor(fence: OpenFence, width: number, context: RenderContext, finish: (line: string) => string) {
    this.fence = fence;
    this.context = context;
    this.finish = finish;
    this.frame = codeFrame(fence.lang, width, context);
    this.done = [finish(this.frame.top)];
  }

  /** In parts, so that the finished lines are copied once into the frame and not before. */
  render(): string[][] {
    const { lines, lastLine } = this.fence;
    while (lines.length - this.doneLines >= CHUNK_LINES) {
      const chunk = lines.slice(this.doneLines, this.doneLines + CHUNK_LINES);
      for (const line of this.draw(chunk)) this.done.push(line);
      this.doneLines += CHUNK_LINES;
    }
    if (this.drawnLines !== lines.length) {
      const chunk = lines.slice(this.doneLines);
      this.chunk = chunk.length > 0 ? this.draw(chunk) : [];
      this.drawnLines = lines.length;
    }
    const last = lastLine === "" ? [] : this.draw([lastLine]);
    return [this.done, this.chunk, last, [this.finish(this.frame.bottom)]];
  }

  private draw(code: readonly string[]): string[] {
    const { theme } = this.context;
    const styled = theme.highlightCode?.(code.join("\n"), this.fence.lang || undefined) ?? code.map(theme.codeBlock);
    const wrapped = styled.flatMap((line) => wrapTextWithAnsi(line, this.frame.room));
    return wrapped.map((line) => this.finish(this.frame.indent + line));
  }
}
