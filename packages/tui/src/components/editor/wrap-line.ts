import { isPrintableAscii, textUnits, visibleWidth } from "../../text/index.ts";
import type { MarkerRange } from "./paste-markers.ts";

/** A part of a line that takes one row. */
export interface TextChunk {
  text: string;
  startIndex: number;
  endIndex: number;
}

interface Piece {
  readonly length: number;
  readonly width: number;
  readonly isBlank: boolean;
  /** Whether a row may end after it. */
  readonly breaksAfter: boolean;
}

/**
 * Splits a line into rows of at most `maxWidth` cells, after blanks where it can. Unlike wrapping for display nothing is
 * dropped: every position of the line has its place. One blank may hang over the end of a full row.
 */
export function wrapLine(line: string, maxWidth: number, markers: readonly MarkerRange[] = []): TextChunk[] {
  const width = Math.max(1, maxWidth);
  if (line.length <= width && isPrintableAscii(line)) return [{ text: line, startIndex: 0, endIndex: line.length }];
  const rows = new RowCollector(line, width);
  for (const piece of pieces(line, markers, width)) rows.add(piece);
  return rows.finish();
}

/** The wrapping of the editor for components outside of it. */
export function wordWrapLine(line: string, maxWidth: number): TextChunk[] {
  return wrapLine(line, maxWidth);
}

class RowCollector {
  private readonly chunks: TextChunk[] = [];
  private readonly line: string;
  private readonly maxWidth: number;
  private start = 0;
  private end = 0;
  private width = 0;
  /** After the last blank of the row: where it breaks if the word that follows does not fit. */
  private breakAt = -1;
  private widthAtBreak = 0;
  private hangs = false;

  constructor(line: string, maxWidth: number) {
    this.line = line;
    this.maxWidth = maxWidth;
  }

  add(piece: Piece): void {
    if (this.width + piece.width > this.maxWidth && this.end > this.start) {
      if (piece.isBlank) {
        this.end += piece.length;
        this.closeAt(this.end, this.width);
        this.hangs = true;
        return;
      }
      const atWord = this.breakAt > this.start;
      this.closeAt(atWord ? this.breakAt : this.end, atWord ? this.widthAtBreak : this.width);
      // A carried word may itself fill the row.
      if (this.width + piece.width > this.maxWidth && this.end > this.start) this.closeAt(this.end, this.width);
    }
    this.hangs = false;
    this.end += piece.length;
    this.width += piece.width;
    if (piece.breaksAfter) {
      this.breakAt = this.end;
      this.widthAtBreak = this.width;
    }
  }

  finish(): TextChunk[] {
    // Behind a blank that hangs over, the cursor stands on a row of its own.
    if (this.end > this.start || this.hangs || this.chunks.length === 0) this.closeAt(this.end, this.width);
    return this.chunks;
  }

  private closeAt(index: number, width: number): void {
    this.chunks.push({ text: this.line.slice(this.start, index), startIndex: this.start, endIndex: index });
    this.start = index;
    this.width -= width;
    this.breakAt = -1;
  }
}

function* pieces(line: string, markers: readonly MarkerRange[], maxWidth: number): Generator<Piece> {
  let from = 0;
  for (const { start, end } of markers) {
    if (end - start > maxWidth) continue;
    yield* plainPieces(line.slice(from, start));
    yield { length: end - start, width: visibleWidth(line.slice(start, end)), isBlank: false, breaksAfter: true };
    from = end;
  }
  yield* plainPieces(line.slice(from));
}

function* plainPieces(text: string): Generator<Piece> {
  for (const unit of textUnits(text)) {
    if (unit.kind !== "run") {
      const isBlank = unit.text === "\u3000";
      yield { length: unit.text.length, width: unit.width, isBlank, breaksAfter: isBlank || unit.width > 1 };
      continue;
    }
    for (let index = 0; index < unit.text.length; index++) {
      const isBlank = unit.text.charCodeAt(index) === 0x20;
      yield { length: 1, width: 1, isBlank, breaksAfter: isBlank };
    }
  }
}
