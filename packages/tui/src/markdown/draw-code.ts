import { wrapTextWithAnsi } from "../text/index.ts";
import { GrowingLine } from "./growing-line.ts";
import { codeFrame } from "./render-code.ts";
import type { Canvas } from "./render-context.ts";

/** Lines that are highlighted together while code streams in: enough context, and a bound on the cost of a delta. */
const CHUNK_LINES = 48;
const CHUNK_CHARACTERS = 8192;
/** A new line is highlighted by itself at first, and with the chunk it belongs to once there are so many of them. */
const STEP_LINES = 8;

/** Code that grows line by line. */
interface OpenCode {
  readonly lang: string;
  /** Those that are complete. */
  readonly lines: readonly string[];
  readonly lastLine: string;
}

/** The drawing of a code block that grows: finished chunks are drawn once. */
export class CodeDrawing<Source extends OpenCode> {
  readonly source: Source;
  private readonly canvas: Canvas;
  private readonly frame: ReturnType<typeof codeFrame>;
  private readonly done: string[];
  private doneLines = 0;
  /** The complete lines of the open chunk. */
  private chunk: string[] = [];
  private chunkLines = 0;
  /** How many of them were drawn together. */
  private joinedLines = 0;
  private readonly last: GrowingLine;

  constructor(code: Source, canvas: Canvas) {
    this.source = code;
    this.canvas = canvas;
    this.frame = codeFrame(code.lang, canvas.width, canvas.context);
    this.done = [canvas.finish(this.frame.top, "first")];
    const style = (text: string) => this.highlight([text]).join("");
    this.last = new GrowingLine(this.frame.room, style, (line) => this.finish(line));
  }

  /** In parts, so that the finished lines are copied once into the frame and not before. */
  render(): string[][] {
    const { lines, lastLine } = this.source;
    for (let end = chunkEnd(lines, this.doneLines); end > 0; end = chunkEnd(lines, this.doneLines)) {
      for (const line of this.draw(lines.slice(this.doneLines, end))) this.done.push(line);
      this.doneLines = end;
      this.chunk = [];
      this.chunkLines = 0;
      this.joinedLines = 0;
    }
    this.drawOpenChunk(lines.slice(this.doneLines));
    // No code yet is one empty line, as it will be if the fence closes here.
    const last = lastLine === "" && lines.length > 0 ? [] : this.last.render(lastLine, lines.length);
    return [this.done, this.chunk, last, [this.canvas.finish(this.frame.bottom, "other")]];
  }

  private drawOpenChunk(code: readonly string[]): void {
    if (code.length >= this.joinedLines + STEP_LINES) {
      this.chunk = this.draw(code);
      this.joinedLines = code.length;
    } else {
      for (const line of code.slice(this.chunkLines)) this.chunk = this.chunk.concat(this.draw([line]));
    }
    this.chunkLines = code.length;
  }

  private draw(code: readonly string[]): string[] {
    const wrapped = this.highlight(code).flatMap((line) => wrapTextWithAnsi(line, this.frame.room));
    return wrapped.map((line) => this.finish(line));
  }

  private highlight(code: readonly string[]): string[] {
    const { theme } = this.canvas.context;
    return theme.highlightCode?.(code.join("\n"), this.source.lang || undefined) ?? code.map(theme.codeBlock);
  }

  private finish(line: string): string {
    return this.canvas.finish(this.frame.indent + line, "other");
  }
}

/** Where the chunk that begins at `start` ends; 0 while it is not full. */
function chunkEnd(lines: readonly string[], start: number): number {
  let characters = 0;
  for (let end = start + 1; end <= lines.length; end++) {
    characters += lines[end - 1]?.length ?? 0;
    if (end - start === CHUNK_LINES || characters >= CHUNK_CHARACTERS) return end;
  }
  return 0;
}
