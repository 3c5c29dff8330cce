import { WrapStream } from "../text/wrap-stream.ts";
import type { Style } from "./markdown-theme.ts";

/** So much of a line is styled and wrapped for good at a time, and as much is kept that may still be cut elsewhere. */
const SEGMENT = 1024;

/** Gets each of the lines that one is wrapped to, and how many stand before it. */
export type FinishWrapped = (line: string, index: number) => string;

/** The drawing of the line that is being written: of a long one, what is wrapped already is not looked at again. */
export class GrowingLine {
  private readonly width: number;
  private readonly style: Style;
  private readonly finish: FinishWrapped;
  private wrap: WrapStream;
  private done: string[] = [];
  private taken = 0;
  private after = 0;

  constructor(width: number, style: Style, finish: FinishWrapped) {
    this.width = width;
    this.style = style;
    this.finish = finish;
    this.wrap = new WrapStream(width);
  }

  /** As long as it is the one `after` so many others, `line` begins with what it was before. */
  render(line: string, after: number): string[] {
    if (after !== this.after) this.begin(after);
    for (let end = segmentEnd(line, this.taken); end > 0; end = segmentEnd(line, this.taken)) {
      for (const wrapped of this.wrap.append(this.style(line.slice(this.taken, end))))
        this.done.push(this.next(wrapped));
      this.taken = end;
    }
    const open = this.wrap.preview(this.style(line.slice(this.taken)));
    return this.done.concat(open.map((wrapped, index) => this.next(wrapped, index)));
  }

  private begin(after: number): void {
    this.after = after;
    this.wrap = new WrapStream(this.width);
    this.done = [];
    this.taken = 0;
  }

  private next(wrapped: string, index = 0): string {
    return this.finish(wrapped, this.after + this.done.length + index);
  }
}

/** Where the segment that begins at `start` ends: at a word, else between two letters; 0 if it does not end yet. */
function segmentEnd(line: string, start: number): number {
  if (line.length - start < 2 * SEGMENT) return 0;
  const piece = line.slice(start, start + 2 * SEGMENT);
  // What a sequence begins is not to be cut off from it.
  if (piece.includes("\x1b")) return 0;
  const last = piece.slice(SEGMENT);
  const offset = Math.max(last.search(/(?<= )[!-~]/), 0) || last.search(/(?<=[!-~])[!-~]/);
  return offset < 0 ? 0 : start + SEGMENT + offset;
}
