import { isPrintableAscii, textUnits, visibleWidth } from "../../text/index.ts";
import type { MarkerRange } from "./paste-markers.ts";

/** A part of a line that fills one row. */
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
 * Splits a line into rows of at most `maxWidth` cells, after blanks if possible. Unlike wrapping for display it drops
 * nothing: every cursor position of the line has a cell. One blank may overhang the end of a full row.
 */
export function wrapLine(line: string, maxWidth: number, markers: readonly MarkerRange[] = []): TextChunk[] {
  const width = Math.max(1, maxWidth);
  if (line.length <= width && isPrintableAscii(line)) return [{ text: line, startIndex: 0, endIndex: line.length }];
  const rows = new RowCollector(line, width);
  for (const piece of pieces(line, markers, width)) rows.add(piece);
  return rows.finish();
}

/** Wraps a line like the editor does, for other components. */
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
  /** The index after the last blank of the row, where the row breaks if the next word does not fit. */
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
      // The word carried over may fill the new row on its own.
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
    // After an overhanging blank, the cursor needs another row.
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
