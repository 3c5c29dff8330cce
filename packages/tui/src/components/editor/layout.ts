import { graphemes, visibleWidth } from "../../text/index.ts";
import type { MarkerRange } from "./paste-markers.ts";
import type { Position } from "./text-buffer.ts";
import { type TextChunk, wrapLine } from "./wrap-line.ts";

export interface VisualPosition {
  readonly row: number;
  readonly column: number;
}

type MarkersOf = (line: string) => readonly MarkerRange[];

/** Maps lines of the text to rows of the screen. Lines that an edit did not touch keep their rows. */
export class EditorLayout {
  private lines: readonly string[] = [];
  private width = 0;
  private chunks: TextChunk[][] = [];
  private firstRows: number[] = [];
  private total = 0;

  update(lines: readonly string[], width: number, markersOf: MarkersOf): void {
    if (lines === this.lines && width === this.width) return;
    const kept = width === this.width ? sharedEnds(this.lines, lines) : { head: 0, tail: 0 };
    const wrapped = lines
      .slice(kept.head, lines.length - kept.tail)
      .map((line) => wrapLine(line, width, markersOf(line)));
    const tail = this.chunks.slice(this.chunks.length - kept.tail);
    this.chunks = this.chunks.slice(0, kept.head).concat(wrapped, kept.tail > 0 ? tail : []);
    this.lines = lines;
    this.width = width;
    this.countRows();
  }

  get rowCount(): number {
    return this.total;
  }

  /** Returns which line a row shows, and which part of it. */
  rowAt(row: number): { line: number; chunk: TextChunk; isLast: boolean } {
    const line = this.lineOfRow(row);
    const chunks = this.chunks[line] ?? [];
    const index = row - (this.firstRows[line] ?? 0);
    return { line, chunk: chunks[index] ?? EMPTY_CHUNK, isLast: index === chunks.length - 1 };
  }

  visualOf({ line, col }: Position): VisualPosition {
    const chunks = this.chunks[line] ?? [];
    let index = 0;
    while (index < chunks.length - 1 && col >= (chunks[index]?.endIndex ?? 0)) index++;
    const chunk = chunks[index] ?? EMPTY_CHUNK;
    const column = visibleWidth(chunk.text.slice(0, col - chunk.startIndex));
    return { row: (this.firstRows[line] ?? 0) + index, column };
  }

  /** Returns the text position nearest to a column of a row. */
  positionAt(row: number, column: number): Position {
    const { line, chunk, isLast } = this.rowAt(Math.max(0, Math.min(row, this.total - 1)));
    let col = chunk.startIndex;
    let width = 0;
    for (const grapheme of graphemes(chunk.text)) {
      width += visibleWidth(grapheme);
      if (width > column) break;
      // The end of a wrapped row is the same position as the start of the next row.
      if (!isLast && col + grapheme.length >= chunk.endIndex) break;
      col += grapheme.length;
    }
    return { line, col };
  }

  private lineOfRow(row: number): number {
    let low = 0;
    let high = this.firstRows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.firstRows[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private countRows(): void {
    let row = 0;
    this.firstRows = this.chunks.map((chunks) => {
      const first = row;
      row += chunks.length;
      return first;
    });
    this.total = row;
  }
}

const EMPTY_CHUNK: TextChunk = { text: "", startIndex: 0, endIndex: 0 };

function sharedEnds(before: readonly string[], now: readonly string[]): { head: number; tail: number } {
  const most = Math.min(before.length, now.length);
  let head = 0;
  while (head < most && before[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return { head, tail };
}
