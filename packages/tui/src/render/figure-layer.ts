import type { ImageFigure } from "../images/figure.ts";
import type { Row } from "./row.ts";

export interface FigureDrawing {
  /** Index of the row that holds the figure's corner. */
  readonly top: number;
  readonly column: number;
  readonly bytes: string;
}

/**
 * The images on the screen. One is drawn after every row it covers is written; one that moves or goes is erased first.
 * One that scrolls away stays with its lines in the scrollback.
 */
export class FigureLayer {
  private readonly drawn = new Set<Row>();
  private readonly waiting = new Set<Row>();
  private erasures: string[] = [];

  /** Bytes owed from the last `eraseAll`. */
  takeErasures(): string[] {
    const taken = this.erasures;
    this.erasures = [];
    return taken;
  }

  /** Everything on the screen will be written anew. */
  eraseAll(): void {
    for (const row of this.drawn) {
      this.erasures.push(eraseBytes(row));
      this.waiting.add(row);
    }
    this.drawn.clear();
  }

  /** What is drawn stays, and is not ours any more. */
  release(): void {
    this.drawn.clear();
    this.waiting.clear();
  }

  /** Bytes that take away the figures whose rows show something else in the next frame. */
  eraseChanged(rows: readonly Row[], lines: readonly string[]): string[] {
    const output: string[] = [];
    for (const row of this.drawn) {
      const index = rows.indexOf(row);
      if (index >= 0 && lines[index] === row.source) continue;
      this.drawn.delete(row);
      if (index >= 0) output.push(eraseBytes(row));
    }
    return output;
  }

  /** A row was written: its own figure is to be drawn, and one that it belongs to may have been painted over. */
  written(rows: readonly Row[], index: number): void {
    const row = rows[index];
    if (row?.line.figure) this.waiting.add(row);
    for (const other of this.drawn) {
      const top = rows.indexOf(other);
      const image = other.line.figure?.image;
      if (!image || top < 0 || index < top || index >= top + image.rows) continue;
      this.drawn.delete(other);
      this.waiting.add(other);
    }
  }

  /** The figures that are waiting, and whose last row is at `index`. */
  complete(rows: readonly Row[], index: number): FigureDrawing[] {
    const drawings: FigureDrawing[] = [];
    for (const row of this.waiting) {
      const top = rows.indexOf(row);
      const figure = row.line.figure;
      if (top < 0 || !figure) this.waiting.delete(row);
      else if (top + figure.image.rows - 1 === index) {
        this.waiting.delete(row);
        this.drawn.add(row);
        drawings.push({ top, column: figure.column, bytes: figure.image.draw() });
      }
    }
    return drawings;
  }
}

function eraseBytes(row: Row): string {
  const image: ImageFigure | undefined = row.line.figure?.image;
  return image?.erase() ?? "";
}
