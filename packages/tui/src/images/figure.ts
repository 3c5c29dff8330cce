/** An image in a document: a block of cells, and the bytes that make the terminal fill it. */
export interface ImageFigure {
  readonly columns: number;
  readonly rows: number;
  /** For a terminal that stores images: the data are sent once and can then be shown several times. */
  readonly stored?: StoredImage;
  /** The approximate memory use in bytes. */
  readonly size: number;
  /** Returns the bytes that draw the image, or its visible rows, with the upper left corner at the cursor. */
  draw(part?: FigurePart, placement?: number): string;
}

/** An image that the terminal stores under a number. Its placements stay on the screen until they are deleted. */
export interface StoredImage {
  readonly imageId: number;
  /** Distinguishes different images with the same number. */
  readonly digest: string;
  send(): string;
  hide(placement: number): string;
  free(): string;
}

/** A range of rows of a figure. */
export interface FigurePart {
  readonly from: number;
  readonly count: number;
}

/** The target of a marker: a figure and, if each row has its own marker, the row. */
export interface FigureRow {
  readonly image: ImageFigure;
  readonly row?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MARKER = /\x1b_pi:i([0-9a-f]+)(?:\.(\d+))?\x07/;

const figures = new Map<string, ImageFigure>();
const tokens = new Map<string, string>();
let held = 0;

/**
 * Returns the marker that represents a figure in a line. The image data are not part of the line, so lines stay short.
 * Markers are random: content cannot guess one and imitate it.
 */
export function figureMarker(key: string, create: () => ImageFigure): string {
  let token = tokens.get(key);
  if (token === undefined || !figures.has(token)) {
    token = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString("hex");
    const figure = create();
    tokens.set(key, token);
    figures.set(token, figure);
    held += figure.size;
    evict();
  }
  return `\x1b_pi:i${token}\x07`;
}

/** Returns the marker of one row, so that an image can be shown in part if its other rows are not visible. */
export function rowMarker(marker: string, row: number): string {
  return marker.replace("\x07", `.${row}\x07`);
}

export function findFigure(line: string): FigureRow | undefined {
  const [, token, row] = MARKER.exec(line) ?? [];
  const image = token === undefined ? undefined : figures.get(token);
  if (!image) return undefined;
  return row === undefined ? { image } : { image, row: Number(row) };
}

/** Drops the oldest figures. Images on the screen or in the scrollback stay there. */
function evict(): void {
  for (const [token, figure] of figures) {
    if (held <= MAX_BYTES || figures.size === 1) return;
    figures.delete(token);
    held -= figure.size;
    for (const [key, candidate] of tokens) if (candidate === token) tokens.delete(key);
  }
}
