/** An image as it stands in a document: a block of cells, and how the terminal is told to fill and to clear it. */
export interface ImageFigure {
  readonly columns: number;
  readonly rows: number;
  /** Kitty images are known to the terminal by a number, and go only when they are deleted. */
  readonly imageId?: number;
  /** Approximate memory this holds. */
  readonly size: number;
  /** Bytes that draw it with its corner at the cursor. */
  draw(): string;
  /** Bytes that take it away, where clearing the cells does not. */
  erase(): string;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MARKER = /\x1b_pi:i([0-9a-f]+)\x07/;

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

export function findFigure(line: string): ImageFigure | undefined {
  const token = MARKER.exec(line)?.[1];
  return token === undefined ? undefined : figures.get(token);
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
