import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { hyperlink } from "../text/hyperlink.ts";
import { getCapabilities } from "./capabilities.ts";
import { calculateImageCellSize, getCellDimensions, type ImageCellSize } from "./cell-size.ts";
import { figureMarker, findFigure, type ImageFigure } from "./figure.ts";
import { getPngDimensions, type ImageDimensions } from "./image-dimensions.ts";
import { encodeITerm2 } from "./iterm2.ts";
import { allocateImageId, deleteKittyImage, encodeKitty } from "./kitty.ts";
import { decodePng } from "./png-pixels.ts";
import { scalePixels } from "./scale-pixels.ts";
import { encodeSixel } from "./sixel.ts";

export interface ImageRenderOptions {
  maxWidthCells?: number;
  maxHeightCells?: number;
  preserveAspectRatio?: boolean;
  /** Kitty: takes the place of the image with this id. */
  imageId?: number;
  /** Kept for programs that set it: a screen places the cursor itself. */
  moveCursor?: boolean;
}

export interface RenderedImage {
  /** Goes at the start of the first of `rows` lines; the others stay empty. */
  sequence: string;
  columns: number;
  rows: number;
  imageId?: number;
}

/** An image for the terminal at hand, or null if it can show none of this kind. */
export function renderImage(
  base64Data: string,
  imageDimensions: ImageDimensions,
  options: ImageRenderOptions = {},
): RenderedImage | null {
  const protocol = getCapabilities().images;
  // Two of the protocols take PNG alone; whoever has another format converts it first.
  if (protocol === null || (protocol !== "iterm2" && getPngDimensions(base64Data) === null)) return null;
  const cells = calculateImageCellSize(imageDimensions, options.maxWidthCells ?? 80, options.maxHeightCells);
  const key = `${protocol}:${options.imageId ?? ""}:${cells.columns}x${cells.rows}:${hashOf(base64Data)}`;
  const sequence = figureMarker(key, () => FIGURES[protocol](base64Data, cells, options));
  const imageId = findFigure(sequence)?.imageId;
  return { sequence, ...cells, ...(imageId === undefined ? {} : { imageId }) };
}

const FIGURES = { kitty: kittyFigure, iterm2: iterm2Figure, sixel: sixelFigure };

function kittyFigure(data: string, cells: ImageCellSize, options: ImageRenderOptions): ImageFigure {
  const imageId = options.imageId ?? allocateImageId();
  return {
    ...cells,
    imageId,
    size: data.length,
    draw: () => encodeKitty(data, { ...cells, imageId, moveCursor: false }),
    erase: () => deleteKittyImage(imageId),
  };
}

function iterm2Figure(data: string, cells: ImageCellSize, options: ImageRenderOptions): ImageFigure {
  const preserveAspectRatio = options.preserveAspectRatio ?? true;
  const draw = () => encodeITerm2(data, { width: cells.columns, height: cells.rows, preserveAspectRatio });
  return { ...cells, size: data.length, draw, erase: () => "" };
}

function sixelFigure(data: string, cells: ImageCellSize): ImageFigure {
  let encoded: string | undefined;
  const draw = () => {
    encoded ??= encodeAsSixel(data, cells);
    return encoded;
  };
  return { ...cells, size: data.length, draw, erase: () => "" };
}

function encodeAsSixel(data: string, cells: ImageCellSize): string {
  const pixels = decodePng(Buffer.from(data, "base64"));
  if (!pixels) return "";
  const cell = getCellDimensions();
  const scale = Math.min(
    1,
    (cells.columns * cell.widthPx) / pixels.width,
    (cells.rows * cell.heightPx) / pixels.height,
  );
  return encodeSixel(scalePixels(pixels, pixels.width * scale, pixels.height * scale));
}

function hashOf(data: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha1").update(data).digest("base64");
}

export function isImageLine(line: string): boolean {
  return findFigure(line) !== undefined || line.includes("\x1b_G") || line.includes("\x1b]1337;File=");
}

/** What stands for an image that cannot be shown. */
export function imageFallback(mimeType: string, dimensions?: ImageDimensions, filename?: string): string {
  const size = dimensions ? ` ${dimensions.widthPx}x${dimensions.heightPx}` : "";
  const name = filename ? ` ${linked(filename)}` : "";
  return `[Image:${name} ${mimeType}${size}]`;
}

function linked(filename: string): string {
  if (!isAbsolute(filename)) return filename;
  const home = homedir();
  const shown = filename.startsWith(`${home}/`) ? `~${filename.slice(home.length)}` : filename;
  return getCapabilities().hyperlinks ? hyperlink(shown, pathToFileURL(filename).href) : shown;
}
