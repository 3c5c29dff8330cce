/** An image as it stands in a document: a block of cells, and how the terminal is told to fill it. */
export interface ImageFigure {
  readonly columns: number;
  readonly rows: number;
  /** For a terminal that keeps images: what it is sent once, and shows as often as it is told to. */
  readonly stored?: StoredImage;
  /** Approximate memory this holds. */
  readonly size: number;
  /** Bytes that draw it, or the rows of it that are in sight, with the upper corner at the cursor. */
  draw(part?: FigurePart, placement?: number): string;
}

/** An image that the terminal knows by a number. What it shows of it, the placements, goes only when it is deleted. */
export interface StoredImage {
  readonly imageId: number;
  /** Tells apart what was given the same number. */
  readonly digest: string;
  send(): string;
  hide(placement: number): string;
  free(): string;
}

/** Some rows of a figure. */
export interface FigurePart {
  readonly from: number;
  readonly count: number;
}

/** What a marker names: a figure, and which of its rows, where each row has a marker of its own. */
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
 * The marker that stands for a figure in a line. The image itself never travels through lines: they stay short, and a
 * content that imitates a marker names no figure, since markers cannot be guessed.
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

/** The marker of one row, so that an image can be shown in part where its other rows are out of sight. */
export function rowMarker(marker: string, row: number): string {
  return marker.replace("\x07", `.${row}\x07`);
}

export function findFigure(line: string): FigureRow | undefined {
  const [, token, row] = MARKER.exec(line) ?? [];
  const image = token === undefined ? undefined : figures.get(token);
  if (!image) return undefined;
  return row === undefined ? { image } : { image, row: Number(row) };
}

/** The oldest go first; what is on the screen or in the scrollback stays there. */
function evict(): void {
  for (const [token, figure] of figures) {
    if (held <= MAX_BYTES || figures.size === 1) return;
    figures.delete(token);
    held -= figure.size;
    for (const [key, candidate] of tokens) if (candidate === token) tokens.delete(key);
  }
}
