import type { Position, Range } from "vscode-languageserver-types";

/** The unit in which a server counts the characters of a line. */
export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

const LINE_END = /\r\n|\n|\r/g;

/** A text with the starts of its lines, as the protocol counts lines. */
export class TextLines {
  readonly text: string;
  private readonly starts: number[] = [0];
  /** The ends of the lines, without their line ends. */
  private readonly ends: number[] = [];

  constructor(text: string) {
    this.text = text;
    for (const match of text.matchAll(LINE_END)) {
      this.ends.push(match.index);
      this.starts.push(match.index + match[0].length);
    }
    this.ends.push(text.length);
  }

  get count(): number {
    return this.starts.length;
  }

  /** Returns a line without its line end. Lines beyond the text are empty. */
  line(index: number): string {
    return this.text.slice(this.starts[index] ?? this.text.length, this.ends[index] ?? this.text.length);
  }

  /** Returns the offset of a position. A character beyond its line means the end of the line; a line beyond the text is an error. */
  offsetAt({ line, character }: Position, encoding: PositionEncoding): number | undefined {
    // An edit that reaches to the end of the text may end at the start of the line after the last one.
    if (line === this.count && character === 0) return this.text.length;
    const start = this.starts[line];
    if (start === undefined || character < 0) return undefined;
    return start + toUtf16(this.line(line), character, encoding);
  }

  /** Returns the end of the text as a position. */
  end(encoding: PositionEncoding): Position {
    const line = this.count - 1;
    return { line, character: fromUtf16(this.line(line), this.line(line).length, encoding) };
  }
}

/** Converts a count of the encoding's units from the start of a line into an index of the string. */
export function toUtf16(line: string, units: number, encoding: PositionEncoding): number {
  if (encoding === "utf-16") return Math.min(units, line.length);
  let index = 0;
  let counted = 0;
  for (const character of line) {
    if (counted >= units) break;
    counted += unitsOf(character, encoding);
    index += character.length;
  }
  return index;
}

/** Converts an index of a line's string into the encoding's units. */
export function fromUtf16(line: string, index: number, encoding: PositionEncoding): number {
  if (encoding === "utf-16") return index;
  let units = 0;
  for (const character of line.slice(0, index)) units += unitsOf(character, encoding);
  return units;
}

function unitsOf(character: string, encoding: PositionEncoding): number {
  return encoding === "utf-32" ? 1 : Buffer.byteLength(character);
}

export function isSameRange(a: Range, b: Range): boolean {
  return isSamePosition(a.start, b.start) && isSamePosition(a.end, b.end);
}

function isSamePosition(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}
