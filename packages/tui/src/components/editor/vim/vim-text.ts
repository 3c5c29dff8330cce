import type { Editing } from "../editing.ts";
import { nextBoundary, previousBoundary } from "../grapheme-boundary.ts";
import type { Position } from "../text-buffer.ts";

/** The kind of word: `w` separates letters from punctuation, `W` only blanks from everything else. */
export type WordKind = "word" | "WORD";

type CharacterKind = "blank" | "letter" | "mark";

/** The text as vi sees it. A position at the end of a line is on its line feed, which counts as a blank. */
export class VimText {
  private readonly editing: Editing;

  constructor(editing: Editing) {
    this.editing = editing;
  }

  get lines(): readonly string[] {
    return this.editing.buffer.lines;
  }

  get lastLine(): number {
    return this.lines.length - 1;
  }

  line(index: number): string {
    return this.lines[index] ?? "";
  }

  /** Returns the next character position; a paste marker counts as one character. Undefined at the end of the text. */
  after({ line, col }: Position): Position | undefined {
    const text = this.line(line);
    if (col < text.length) return { line, col: nextBoundary(text, col, this.editing.markers.rangesIn(text)) };
    return line < this.lastLine ? { line: line + 1, col: 0 } : undefined;
  }

  before({ line, col }: Position): Position | undefined {
    const text = this.line(line);
    if (col > 0) return { line, col: previousBoundary(text, col, this.editing.markers.rangesIn(text)) };
    return line > 0 ? { line: line - 1, col: this.line(line - 1).length } : undefined;
  }

  kindAt({ line, col }: Position, words: WordKind): CharacterKind {
    const text = this.line(line);
    if (this.editing.markers.rangesIn(text).some(({ start, end }) => col >= start && col < end)) return "letter";
    const character = String.fromCodePoint(text.codePointAt(col) ?? 0x20);
    if (/\s/u.test(character)) return "blank";
    return words === "WORD" || /[\p{L}\p{N}\p{M}_]/u.test(character) ? "letter" : "mark";
  }

  firstLetter(line: number): Position {
    const col = this.line(line).search(/\S/u);
    return { line, col: col < 0 ? this.lastColumn(line) : col };
  }

  /** Returns the column where the last character of a line begins. */
  lastColumn(line: number): number {
    const text = this.line(line);
    return text === "" ? 0 : previousBoundary(text, text.length, this.editing.markers.rangesIn(text));
  }

  offsetOf({ line, col }: Position): number {
    return this.lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, col);
  }

  positionAt(offset: number): Position {
    let rest = offset;
    for (const [line, { length }] of this.lines.entries()) {
      if (rest <= length) return { line, col: rest };
      rest -= length + 1;
    }
    return { line: this.lastLine, col: this.line(this.lastLine).length };
  }
}

export function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.col < b.col);
}
