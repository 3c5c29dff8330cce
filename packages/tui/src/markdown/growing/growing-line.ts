import { WrapStream } from "../../text/wrap-stream.ts";
import type { Style } from "../markdown-theme.ts";

/** How many characters are styled and wrapped for good at a time. At least as many are held back, since their split may change. */
const SEGMENT = 1024;

/** Receives each wrapped line and the number of wrapped lines before it. */
export type FinishWrapped = (line: string, index: number) => string;

/** Draws the unfinished line. In a long line, the part that is already wrapped is not processed again. */
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

  /** Draws the line. While `after`, the number of lines before it, is the same, `line` must begin with its previous text. */
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

/** Returns the end of the segment that begins at `start`: between words, else between two letters; 0 if it is too short. */
function segmentEnd(line: string, start: number): number {
  if (line.length - start < 2 * SEGMENT) return 0;
  const piece = line.slice(start, start + 2 * SEGMENT);
  // A style that an escape sequence begins must not be separated from its text.
  if (piece.includes("\x1b")) return 0;
  const last = piece.slice(SEGMENT);
  const offset = Math.max(last.search(/(?<= )[!-~]/), 0) || last.search(/(?<=[!-~])[!-~]/);
  return offset < 0 ? 0 : start + SEGMENT + offset;
}
