import { wrapTextWithAnsi } from "../../text/index.ts";
import { GrowingLine } from "../growing/growing-line.ts";
import { codeFrame } from "../render/render-code.ts";
import type { Canvas } from "../render/render-context.ts";

/** How much streaming code is highlighted together: enough for context, and a limit for the cost of a delta. */
const CHUNK_LINES = 48;
const CHUNK_CHARACTERS = 8192;
/** A new line is first highlighted on its own, and together with its chunk after this many lines. */
const STEP_LINES = 8;

/** Code that grows line by line. */
interface OpenCode {
  readonly lang: string;
  /** The complete lines. */
  readonly lines: readonly string[];
  readonly lastLine: string;
}

/** Draws a growing code block. Finished chunks are drawn only once. */
export class CodeDrawing<Source extends OpenCode> {
  readonly source: Source;
  private readonly canvas: Canvas;
  private readonly frame: ReturnType<typeof codeFrame>;
  private readonly done: string[];
  private doneLines = 0;
  /** The drawn lines of the open chunk, without the unfinished last line. */
  private chunk: string[] = [];
  private chunkLines = 0;
  /** The number of lines of the chunk that were highlighted together. */
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

  /** Returns the lines in parts, so that finished lines are copied only once, into the frame. */
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
    // A block without code is drawn as one empty line, as it would be if the fence closed here.
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

/** Returns the end of the chunk that begins at `start`; 0 if it is not full yet. */
function chunkEnd(lines: readonly string[], start: number): number {
  let characters = 0;
  for (let end = start + 1; end <= lines.length; end++) {
    characters += lines[end - 1]?.length ?? 0;
    if (end - start === CHUNK_LINES || characters >= CHUNK_CHARACTERS) return end;
  }
  return 0;
}
