import { type FigurePart, findFigure, type ImageFigure } from "../images/figure.ts";
import { ImageStore } from "./image-store.ts";
import type { Row } from "./row.ts";

export interface FigureDrawing {
  /** Index of the row that holds the figure's corner. */
  readonly top: number;
  readonly column: number;
  readonly bytes: string;
}

/** An image on the screen: the rows it covers, from its top. */
interface Placed {
  readonly image: ImageFigure;
  readonly rows: readonly Row[];
  readonly placement: number;
}

/**
 * The images on the screen. One is drawn after every row it covers is written; one that moves or goes is erased first.
 * One that scrolls away stays with its lines in the scrollback. Of one whose rows are marked one by one, those in sight are
 * drawn.
 */
export class FigureLayer {
  private placed: Placed[] = [];
  private readonly store = new ImageStore();
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
    for (const placed of this.placed) this.erasures.push(this.lift(placed));
    this.placed = [];
  }

  /** As `eraseAll`, where the terminal may not have kept what it was sent either. */
  forget(): void {
    this.eraseAll();
    this.erasures.push(...this.store.free());
  }

  /** What is drawn stays, and is not ours any more. Returns the bytes that free the rest. */
  release(): string[] {
    for (const { image, placement } of this.placed) this.store.leave(image, placement);
    this.placed = [];
    this.waiting.clear();
    return this.store.free();
  }

  /** The terminal has lost an image. Returns whether it can be drawn again, which the next frame does. */
  lose(imageId: number): boolean {
    if (!this.store.lose(imageId)) return false;
    for (const placed of this.placed) if (placed.image.stored?.imageId === imageId) this.lift(placed);
    this.placed = this.placed.filter(({ image }) => image.stored?.imageId !== imageId);
    return true;
  }

  /** Bytes that take away the figures whose rows show something else in the next frame. */
  eraseChanged(rows: readonly Row[], lines: readonly string[]): string[] {
    const output: string[] = [];
    this.placed = this.placed.flatMap((before) => {
      const placed = { ...before, rows: before.rows.filter((row) => rows.includes(row)) };
      if (placed.rows.length === 0) {
        // All of it is in the scrollback: it is not ours any more.
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
   * A row was written: its own figure is to be drawn, and one that it belongs to may have been painted over. Returns the bytes that
   * take that one away.
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

  /** The figures that are waiting, and whose last row is at `index`; `next` is the line that will be below it. */
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

  /** Those with a marker in their first row alone: as a whole or not at all. */
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

  /** Its rows wait again, those that will still be there. Returns the bytes that take it away. */
  private lift({ image, rows, placement }: Placed): string {
    for (const row of rows) if (row.line.figure) this.waiting.add(row);
    return this.store.hide(image, placement);
  }
}

/** Whether it stands where it stood, in lines that stay, and no more of it has come into sight. */
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

/** Whether a line is the row of the image right below `row`. */
function continues(image: ImageFigure, row: number, line: string | undefined): boolean {
  const next = line === undefined ? undefined : findFigure(line);
  return next?.image === image && next.row === row + 1;
}

function precedes(above: Row | undefined, below: Row | undefined): boolean {
  const [upper, lower] = [above?.line.figure, below?.line.figure];
  if (upper?.row === undefined || lower?.row === undefined) return false;
  return upper.image === lower.image && upper.row === lower.row - 1 && upper.column === lower.column;
}
