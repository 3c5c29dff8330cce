import type { ImageDimensions } from "./image-dimensions.ts";

export interface CellDimensions {
  widthPx: number;
  heightPx: number;
}

export interface ImageCellSize {
  columns: number;
  rows: number;
}

const DEFAULT_CELL: CellDimensions = { widthPx: 9, heightPx: 18 };
let cell = DEFAULT_CELL;

/** Returns the size of one cell in pixels as reported by the terminal, or a typical size until it is reported. */
export function getCellDimensions(): CellDimensions {
  return cell;
}

export function setCellDimensions(dimensions: CellDimensions): void {
  cell = dimensions;
}

/** Returns the cells that an image takes when it is scaled down to fit. It is never enlarged. */
export function calculateImageCellSize(
  image: ImageDimensions,
  maxWidthCells: number,
  maxHeightCells?: number,
  cellDimensions: CellDimensions = cell,
): ImageCellSize {
  const widthLimit = (Math.max(1, maxWidthCells) * cellDimensions.widthPx) / image.widthPx;
  const heightLimit = maxHeightCells ? (maxHeightCells * cellDimensions.heightPx) / image.heightPx : widthLimit;
  const scale = Math.min(1, widthLimit, heightLimit);
  const columns = Math.ceil((image.widthPx * scale) / cellDimensions.widthPx);
  const rows = Math.ceil((image.heightPx * scale) / cellDimensions.heightPx);
  return {
    columns: Math.max(1, Math.min(columns, maxWidthCells)),
    rows: Math.max(1, maxHeightCells ? Math.min(rows, maxHeightCells) : rows),
  };
}

export function calculateImageRows(
  image: ImageDimensions,
  targetWidthCells: number,
  cellDimensions: CellDimensions = cell,
): number {
  const scale = (targetWidthCells * cellDimensions.widthPx) / image.widthPx;
  return Math.max(1, Math.ceil((image.heightPx * scale) / cellDimensions.heightPx));
}
