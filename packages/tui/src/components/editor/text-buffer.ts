export interface Position {
  readonly line: number;
  /** In UTF-16 units, always at a grapheme boundary. */
  readonly col: number;
}

/** An immutable state of the text: keeping it needs no copy. */
export interface BufferState {
  readonly lines: readonly string[];
  readonly cursor: Position;
}

/** The lines of the text and the cursor. Each edit makes a new array of lines and shares the strings it did not touch. */
export class TextBuffer {
  private current: BufferState = { lines: [""], cursor: { line: 0, col: 0 } };

  get state(): BufferState {
    return this.current;
  }

  get lines(): readonly string[] {
    return this.current.lines;
  }

  get cursor(): Position {
    return this.current.cursor;
  }

  get line(): string {
    return this.lines[this.cursor.line] ?? "";
  }

  get text(): string {
    return this.lines.join("\n");
  }

  get isEmpty(): boolean {
    return this.lines.length === 1 && this.lines[0] === "";
  }

  restore(state: BufferState): void {
    this.current = state;
  }

  /** Replaces everything; the cursor goes to the end. */
  setText(text: string): void {
    const lines = text.split("\n");
    this.current = { lines, cursor: { line: lines.length - 1, col: lines.at(-1)?.length ?? 0 } };
  }

  /** Replaces everything, cursor included, as a completion does. */
  setLines(lines: readonly string[], cursor: Position): void {
    this.current = { lines: lines.length > 0 ? lines : [""], cursor: { line: 0, col: 0 } };
    this.moveTo(cursor);
  }

  moveTo({ line, col }: Position): void {
    const row = Math.max(0, Math.min(line, this.lines.length - 1));
    const column = Math.max(0, Math.min(col, this.lines[row]?.length ?? 0));
    this.current = { lines: this.lines, cursor: { line: row, col: column } };
  }

  insert(text: string): void {
    this.replace(this.cursor, this.cursor, text);
  }

  /** Replaces the text between two positions and puts the cursor after it. Returns the replaced text. */
  replace(from: Position, to: Position, text: string): string {
    const removed = this.textBetween(from, to);
    const before = (this.lines[from.line] ?? "").slice(0, from.col);
    const after = (this.lines[to.line] ?? "").slice(to.col);
    const inserted = text.split("\n");
    const last = inserted.length - 1;
    const cursor = { line: from.line + last, col: (last === 0 ? before.length : 0) + (inserted[last]?.length ?? 0) };
    inserted[0] = before + (inserted[0] ?? "");
    inserted[last] = (inserted[last] ?? "") + after;
    const lines = this.lines.slice(0, from.line).concat(inserted, this.lines.slice(to.line + 1));
    this.current = { lines, cursor };
    return removed;
  }

  textBetween(from: Position, to: Position): string {
    if (from.line === to.line) return (this.lines[from.line] ?? "").slice(from.col, to.col);
    const middle = this.lines.slice(from.line + 1, to.line);
    const first = (this.lines[from.line] ?? "").slice(from.col);
    return [first, ...middle, (this.lines[to.line] ?? "").slice(0, to.col)].join("\n");
  }
}
