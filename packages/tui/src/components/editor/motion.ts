import type { Editing } from "./editing.ts";
import { nextBoundary, previousBoundary, snapToBoundary } from "./grapheme-boundary.ts";
import type { EditorLayout } from "./layout.ts";
import type { Position } from "./text-buffer.ts";

/** Moves the cursor without changing the text. */
export class Motion {
  private readonly editing: Editing;
  private readonly layout: EditorLayout;
  /** The column that up and down return to after passing shorter rows. */
  private aimedColumn: number | undefined;

  constructor(editing: Editing, layout: EditorLayout) {
    this.editing = editing;
    this.layout = layout;
  }

  /** Called after an edit or a sideways move: the next up or down starts from the current column. */
  forgetColumn(): void {
    this.aimedColumn = undefined;
  }

  left(): void {
    const { line, col } = this.cursor;
    if (col > 0) this.moveTo({ line, col: previousBoundary(this.line, col, this.markers) });
    else if (line > 0) this.moveTo({ line: line - 1, col: Number.POSITIVE_INFINITY });
    else this.editing.endSequence();
  }

  right(): void {
    const { line, col } = this.cursor;
    if (col < this.line.length) this.moveTo({ line, col: nextBoundary(this.line, col, this.markers) });
    else if (line < this.lastLine) this.moveTo({ line: line + 1, col: 0 });
    else this.editing.endSequence();
  }

  wordLeft(): void {
    const { line, col } = this.cursor;
    if (col > 0) this.moveTo({ line, col: this.editing.wordStart(this.line, col) });
    else this.left();
  }

  wordRight(): void {
    const { line, col } = this.cursor;
    if (col < this.line.length) this.moveTo({ line, col: this.editing.wordEnd(this.line, col) });
    else this.right();
  }

  lineStart(): void {
    this.moveTo({ line: this.cursor.line, col: 0 });
  }

  lineEnd(): void {
    this.moveTo({ line: this.cursor.line, col: this.line.length });
  }

  textStart(): void {
    this.moveTo({ line: 0, col: 0 });
  }

  textEnd(): void {
    this.moveTo({ line: this.lastLine, col: Number.POSITIVE_INFINITY });
  }

  /** Moves by rows as drawn. Returns false at the first or last row, where there is nothing to move to. */
  rows(delta: number): boolean {
    const { row, column } = this.layout.visualOf(this.cursor);
    const target = Math.max(0, Math.min(row + delta, this.layout.rowCount - 1));
    if (target === row) return false;
    const aimed = this.aimedColumn ?? column;
    const { line, col } = this.layout.positionAt(target, aimed);
    const text = this.editing.buffer.lines[line] ?? "";
    this.moveTo({ line, col: snapToBoundary(text, col, this.editing.markers.rangesIn(text)) });
    this.aimedColumn = aimed;
    return true;
  }

  /** Moves to the next occurrence of a character, across lines. */
  jump(character: string, direction: "forward" | "backward"): void {
    const step = direction === "forward" ? 1 : -1;
    for (let line = this.cursor.line; line >= 0 && line <= this.lastLine; line += step) {
      const col = this.find(character, line, direction);
      if (col >= 0) {
        this.moveTo({ line, col });
        return;
      }
    }
  }

  moveTo(position: Position): void {
    this.aimedColumn = undefined;
    this.editing.endSequence();
    this.editing.buffer.moveTo(position);
  }

  private find(character: string, line: number, direction: "forward" | "backward"): number {
    const text = this.editing.buffer.lines[line] ?? "";
    const isHere = line === this.cursor.line;
    if (direction === "forward") return text.indexOf(character, isHere ? this.cursor.col + 1 : 0);
    if (isHere && this.cursor.col === 0) return -1;
    return text.lastIndexOf(character, isHere ? this.cursor.col - 1 : text.length);
  }

  private get cursor(): Position {
    return this.editing.buffer.cursor;
  }

  private get line(): string {
    return this.editing.buffer.line;
  }

  private get lastLine(): number {
    return this.editing.buffer.lines.length - 1;
  }

  private get markers() {
    return this.editing.markers.rangesIn(this.line);
  }
}
