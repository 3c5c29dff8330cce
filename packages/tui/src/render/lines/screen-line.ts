import { CURSOR_MARKER } from "../../component.ts";
import { type FigureRow, findFigure } from "../../images/figure.ts";
import { control } from "../../terminal/control.ts";
import { escapeKind } from "../../text/escape-sequence.ts";
import { isPrintableAscii } from "../../text/graphemes.ts";
import { textUnits } from "../../text/text-units.ts";

/** A component's line prepared for the terminal. */
export interface ScreenLine {
  /** Printable text, styles and hyperlinks, and nothing that has an effect beyond this line. */
  readonly text: string;
  /** In cells. */
  readonly width: number;
  /** The column of the cursor marker. */
  readonly cursor?: number;
  /** An image whose upper left corner is in this line, or one row of an image. */
  readonly figure?: FigureRow & { readonly column: number };
}

export const BLANK_LINE: ScreenLine = { text: "", width: 0 };

/**
 * Sanitizes a line; every line for the terminal passes through here. Keeps styles and hyperlinks and ends them with the line,
 * takes out the cursor marker, drops any other sequence and control, and cuts the line to the width of the screen.
 */
export function screenLine(line: string, width: number): ScreenLine {
  if (isPrintableAscii(line) && line.length <= width) {
    const text = trimSpaces(line);
    return { text, width: text.length };
  }
  const writer = new LineWriter(width);
  for (const unit of textUnits(line)) {
    if (unit.kind === "escape") writer.escape(unit.text);
    else if (unit.kind === "tab") writer.run(" ".repeat(unit.width));
    else if (unit.kind === "run") writer.run(unit.text);
    else if (unit.kind === "cluster") writer.cluster(unit.text, unit.width);
  }
  return writer.finish();
}

class LineWriter {
  private text = "";
  private column = 0;
  private cursor: number | undefined;
  private figure: ScreenLine["figure"];
  private styled = false;
  private linked = false;
  private shadesSpace = false;
  private overflowed = false;
  private readonly width: number;

  constructor(width: number) {
    this.width = width;
  }

  run(text: string): void {
    if (this.overflowed) return;
    const fitting = text.length > this.width - this.column ? text.slice(0, this.width - this.column) : text;
    this.text += fitting;
    this.column += fitting.length;
  }

  cluster(text: string, width: number): void {
    // After a wide character that did not fit, no narrower one may follow.
    this.overflowed ||= this.column + width > this.width;
    if (this.overflowed) return;
    this.text += text;
    this.column += width;
  }

  escape(sequence: string): void {
    const kind = escapeKind(sequence);
    if (kind === "style") {
      this.styled = !STYLE_RESET.test(sequence);
      this.shadesSpace ||= SHADES_SPACE.test(sequence);
      this.text += sequence;
    } else if (kind === "link") {
      this.linked = !LINK_END.test(sequence);
      this.text += sequence;
    } else if (kind === "mark") this.mark(sequence);
  }

  private mark(sequence: string): void {
    if (sequence === CURSOR_MARKER) {
      this.cursor ??= this.column;
    } else if (PROMPT_MARK.test(sequence)) {
      this.text += sequence;
    } else {
      const figure = findFigure(sequence);
      if (figure) this.figure = { ...figure, column: this.column };
    }
  }

  finish(): ScreenLine {
    let { text, column } = this;
    if (!this.shadesSpace) {
      const trimmed = trimSpaces(text);
      column -= text.length - trimmed.length;
      text = trimmed;
    }
    if (this.styled) text += control.styleReset;
    if (this.linked) text += control.linkEnd;
    return {
      text,
      width: column,
      ...(this.cursor === undefined ? {} : { cursor: Math.min(this.cursor, this.width - 1) }),
      ...(this.figure === undefined ? {} : { figure: this.figure }),
    };
  }
}

const STYLE_RESET = /^\x1b\[0*m$/;
/** Matches styles that are visible on blanks: underline, inverse, strike-through, overline, background. Some colours match too, harmlessly. */
const SHADES_SPACE = /[[;:](?:0?[479]|21|4\d|53|10[0-7])[;:m]/;
const LINK_END = /^\x1b\]8;[^;]*;(?:\x07|\x1b\\)$/;
/** Semantic prompt marks, which let a terminal jump from prompt to prompt. */
const PROMPT_MARK = /^\x1b\]133;[A-D](?:\x07|\x1b\\)$/;

/** Removes trailing blanks, since the line is erased anyway: fewer bytes, and nothing wraps when the terminal gets narrower. */
function trimSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x20) end--;
  return end === text.length ? text : text.slice(0, end);
}
