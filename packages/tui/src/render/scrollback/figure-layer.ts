import { type FigurePart, findFigure, type ImageFigure } from "../../images/figure.ts";
import type { Row } from "../lines/row.ts";
import { ImageStore } from "./image-store.ts";

export interface FigureDrawing {
  /** The index of the row with the upper left corner of the figure. */
  readonly top: number;
  readonly column: number;
  readonly bytes: string;
}

/** An image on the screen and the rows it covers, from the top. */
interface Placed {
  readonly image: ImageFigure;
  readonly rows: readonly Row[];
  readonly placement: number;
}

/**
 * Manages the images on the screen. An image is drawn after every row it covers is written, and erased before it moves or
 * disappears. An image that scrolls away stays with its lines in the scrollback. If each row of an image has its own marker,
 * only the visible rows are drawn.
 */
export class FigureLayer {
  private placed: Placed[] = [];
  private readonly store = new ImageStore();
  private readonly waiting = new Set<Row>();
  private erasures: string[] = [];

  /** Returns the bytes that `eraseAll` and `forget` left to be written. */
  takeErasures(): string[] {
    const taken = this.erasures;
    this.erasures = [];
    return taken;
  }

  /** Erases all images, because the whole screen will be written again. */
  eraseAll(): void {
    for (const placed of this.placed) this.erasures.push(this.lift(placed));
    this.placed = [];
  }

  /** Does the same as `eraseAll`, and also frees the image data, which the terminal may have lost. */
  forget(): void {
    this.eraseAll();
    this.erasures.push(...this.store.free());
  }

  /** Leaves the drawn images on the screen and stops tracking them. Returns the bytes that free all other images. */
  release(): string[] {
    for (const { image, placement } of this.placed) this.store.leave(image, placement);
    this.placed = [];
    this.waiting.clear();
    return this.store.free();
  }

  /** Records that the terminal has lost an image. Returns whether the next frame can draw it again. */
  lose(imageId: number): boolean {
    if (!this.store.lose(imageId)) return false;
    for (const placed of this.placed) if (placed.image.stored?.imageId === imageId) this.lift(placed);
    this.placed = this.placed.filter(({ image }) => image.stored?.imageId !== imageId);
    return true;
  }

  /** Returns the bytes that erase the images whose rows change in the next frame. */
  eraseChanged(rows: readonly Row[], lines: readonly string[]): string[] {
    const output: string[] = [];
    this.placed = this.placed.flatMap((before) => {
      const placed = { ...before, rows: before.rows.filter((row) => rows.includes(row)) };
      if (placed.rows.length === 0) {
        // The whole image is in the scrollback: stop tracking it.
        this.store.leave(placed.image, placed.placement);
        return [];
      }
      if (isInPlace(placed, rows.indexOf(placed.rows[0] as Row), rows, lines)) return [placed];
      output.push(this.lift(placed));
      return [];
    });
    return output;
  }

  /**
   * Records that a row was written: its own image must be drawn, and an image that covers the row may be damaged.
   * Returns the bytes that erase that image.
   */
  written(rows: readonly Row[], index: number): string[] {
    const output: string[] = [];
    const row = rows[index];
    if (row?.line.figure) this.waiting.add(row);
    this.placed = this.placed.filter((placed) => {
      const top = rows.indexOf(placed.rows[0] as Row);
      if (top < 0 || index < top || index >= top + placed.rows.length) return true;
      output.push(this.lift(placed));
      return false;
    });
    return output;
  }

  /** Returns the waiting images whose last row is at `index`; `next` is the line that will be below it. */
  complete(rows: readonly Row[], index: number, next: string | undefined): FigureDrawing[] {
    if (this.waiting.size === 0) return [];
    const drawings = this.completeWhole(rows, index);
    const figure = rows[index]?.line.figure;
    if (figure?.row === undefined || continues(figure.image, figure.row, next)) return drawings;
    let top = index;
    while (top > 0 && precedes(rows[top - 1], rows[top])) top--;
    const covered = rows.slice(top, index + 1);
    if (!covered.some((row) => this.waiting.has(row))) return drawings;
    const from = figure.row - (index - top);
    return [...drawings, this.place(top, covered, { from, count: covered.length })];
  }

  /** Handles the images with a marker only in their first row: they are drawn as a whole or not at all. */
  private completeWhole(rows: readonly Row[], index: number): FigureDrawing[] {
    const drawings: FigureDrawing[] = [];
    for (const row of this.waiting) {
      const top = rows.indexOf(row);
      const { figure } = row.line;
      if (top < 0 || !figure) this.waiting.delete(row);
      else if (figure.row === undefined && top + figure.image.rows - 1 === index) {
        drawings.push(this.place(top, rows.slice(top, index + 1)));
      }
    }
    return drawings;
  }

  private place(top: number, covered: readonly Row[], part?: FigurePart): FigureDrawing {
    for (const row of covered) this.waiting.delete(row);
    const figure = covered[0]?.line.figure;
    if (!figure) return { top, column: 0, bytes: "" };
    const { bytes, placement } = this.store.show(figure.image, part);
    this.placed.push({ image: figure.image, rows: covered, placement });
    return { top, column: figure.column, bytes };
  }

  /** Makes the rows of an image wait to be drawn again. Returns the bytes that erase it. */
  private lift({ image, rows, placement }: Placed): string {
    for (const row of rows) if (row.line.figure) this.waiting.add(row);
    return this.store.hide(image, placement);
  }
}

/** Returns whether an image is at the same place, its lines are unchanged, and no more of its rows became visible. */
function isInPlace(
  { image, rows: covered }: Placed,
  top: number,
  rows: readonly Row[],
  lines: readonly string[],
): boolean {
  const [first] = covered;
  if (first?.line.figure?.row === undefined) return lines[top] === first?.source;
  const last = covered.at(-1)?.line.figure?.row ?? 0;
  const isKept = covered.every((row, offset) => rows[top + offset] === row && lines[top + offset] === row.source);
  const grows =
    continues(image, first.line.figure.row - 2, lines[top - 1]) || continues(image, last, lines[top + covered.length]);
  return isKept && !grows;
}

/** Returns whether a line is the next row of the image below `row`. */
function continues(image: ImageFigure, row: number, line: string | undefined): boolean {
  const next = line === undefined ? undefined : findFigure(line);
  return next?.image === image && next.row === row + 1;
}

function precedes(above: Row | undefined, below: Row | undefined): boolean {
  const [upper, lower] = [above?.line.figure, below?.line.figure];
  if (upper?.row === undefined || lower?.row === undefined) return false;
  return upper.image === lower.image && upper.row === lower.row - 1 && upper.column === lower.column;
}
