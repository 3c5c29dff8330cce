import { hyperlink } from "../text/hyperlink.ts";
import { isBase64 } from "./base64.ts";
import { getCapabilities, type ImageProtocol } from "./capabilities.ts";
import { calculateImageCellSize, getCellDimensions, type ImageCellSize } from "./cell-size.ts";
import { type FigurePart, figureMarker, findFigure, type ImageFigure } from "./figure.ts";
import { getPngDimensions, type ImageDimensions } from "./image-dimensions.ts";
import { encodeITerm2 } from "./iterm2.ts";
import { allocateImageId, deleteKittyImage, deleteKittyPlacement, placeKittyImage, sendKittyImage } from "./kitty.ts";
import type { Pixels } from "./pixels.ts";
import { decodePng, isDecodablePng } from "./png-pixels.ts";
import { scalePixels } from "./scale-pixels.ts";
import { encodeSixel } from "./sixel.ts";

export interface ImageRenderOptions {
  maxWidthCells?: number;
  maxHeightCells?: number;
  preserveAspectRatio?: boolean;
  /** Kitty only: replaces the image with this id. */
  imageId?: number;
  /** Has no effect, since the screen places the cursor. Kept for programs that set it. */
  moveCursor?: boolean;
}

export interface RenderedImage {
  /** Put it at the start of the first of `rows` lines; the others stay empty. */
  sequence: string;
  columns: number;
  rows: number;
  imageId?: number;
}

/** Prepares an image for the current terminal. Returns null if the terminal cannot show this kind of image. */
export function renderImage(
  base64Data: string,
  imageDimensions: ImageDimensions,
  options: ImageRenderOptions = {},
): RenderedImage | null {
  const protocol = getCapabilities().images;
  if (protocol === null || !takesFormat(protocol, base64Data)) return null;
  const cells = calculateImageCellSize(imageDimensions, options.maxWidthCells ?? 80, options.maxHeightCells);
  const digest = digestOf(base64Data);
  const key = `${protocol}:${options.imageId ?? ""}:${cells.columns}x${cells.rows}:${digest}`;
  const sequence = figureMarker(key, () => FIGURES[protocol](base64Data, cells, { ...options, digest }));
  const imageId = findFigure(sequence)?.image.stored?.imageId;
  return { sequence, ...cells, ...(imageId === undefined ? {} : { imageId }) };
}

/** Returns whether a protocol takes the format. Kitty and Sixel take only PNG, and for Sixel we must be able to decode it. */
function takesFormat(protocol: NonNullable<ImageProtocol>, base64Data: string): boolean {
  if (!isBase64(base64Data)) return false;
  if (protocol === "iterm2") return true;
  if (getPngDimensions(base64Data) === null) return false;
  return protocol === "kitty" || isDecodablePng(Buffer.from(base64Data.slice(0, HEADER_CHARACTERS), "base64"));
}

const HEADER_CHARACTERS = 64;

const FIGURES = { kitty: kittyFigure, iterm2: iterm2Figure, sixel: sixelFigure };

interface FigureOptions extends ImageRenderOptions {
  digest: string;
}

function kittyFigure(data: string, cells: ImageCellSize, options: FigureOptions): ImageFigure {
  const imageId = options.imageId ?? allocateImageId();
  return {
    ...cells,
    size: data.length,
    stored: {
      imageId,
      digest: options.digest,
      send: () => sendKittyImage(data, imageId),
      hide: (placement) => deleteKittyPlacement(imageId, placement),
      free: () => deleteKittyImage(imageId),
    },
    draw: (part = { from: 0, count: cells.rows }, placement = 1) => {
      const size = { columns: cells.columns, rows: part.count, moveCursor: false };
      const isCropped = part.count < cells.rows;
      return placeKittyImage(imageId, placement, isCropped ? { ...size, crop: cropOf(data, cells.rows, part) } : size);
    },
  };
}

/** Returns the pixel rows of the visible part. */
function cropOf(data: string, rows: number, { from, count }: FigurePart): { y: number; height: number } {
  const height = getPngDimensions(data)?.heightPx ?? 0;
  const y = Math.floor((from * height) / rows);
  return { y, height: Math.max(1, Math.floor(((from + count) * height) / rows) - y) };
}

/** Creates a figure for iTerm2, which cannot draw parts of an image: it is shown only when all of it is visible. */
function iterm2Figure(data: string, cells: ImageCellSize, options: ImageRenderOptions): ImageFigure {
  const preserveAspectRatio = options.preserveAspectRatio ?? true;
  const whole = () => encodeITerm2(data, { width: cells.columns, height: cells.rows, preserveAspectRatio });
  const draw = (part?: FigurePart) => (part && part.count < cells.rows ? "" : whole());
  return { ...cells, size: data.length, draw };
}

function sixelFigure(data: string, cells: ImageCellSize): ImageFigure {
  let pixels: Pixels | undefined;
  const draw = (part?: FigurePart) => {
    pixels ??= scaledPixels(data, cells);
    return pixels ? encodeSixel(part ? cropPixels(pixels, part) : pixels) : "";
  };
  return { ...cells, size: data.length, draw };
}

function cropPixels({ width, height, rgba }: Pixels, { from, count }: FigurePart): Pixels {
  const { heightPx } = getCellDimensions();
  const [top, bottom] = [Math.min(from * heightPx, height - 1), Math.min((from + count) * heightPx, height)];
  return { width, height: bottom - top, rgba: rgba.subarray(top * width * 4, bottom * width * 4) };
}

function scaledPixels(data: string, cells: ImageCellSize): Pixels | undefined {
  const pixels = decodePng(Buffer.from(data, "base64"));
  if (!pixels) return undefined;
  const cell = getCellDimensions();
  const scale = Math.min(
    1,
    (cells.columns * cell.widthPx) / pixels.width,
    (cells.rows * cell.heightPx) / pixels.height,
  );
  return scalePixels(pixels, pixels.width * scale, pixels.height * scale);
}

function digestOf(data: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha1").update(data).digest("base64");
}

export function isImageLine(line: string): boolean {
  return findFigure(line) !== undefined || line.includes("\x1b_G") || line.includes("\x1b]1337;File=");
}

/** Returns the text shown instead of an image that cannot be shown. */
export function imageFallback(mimeType: string, dimensions?: ImageDimensions, filename?: string): string {
  const size = dimensions ? ` ${dimensions.widthPx}x${dimensions.heightPx}` : "";
  const name = filename ? ` ${linked(filename)}` : "";
  return `[Image:${name} ${mimeType}${size}]`;
}

function linked(filename: string): string {
  // Not imported at the top: importing Node modules would slow down every program that imports this package.
  if (!process.getBuiltinModule("node:path").isAbsolute(filename)) return filename;
  const home = process.getBuiltinModule("node:os").homedir();
  const shown = filename.startsWith(`${home}/`) ? `~${filename.slice(home.length)}` : filename;
  return getCapabilities().hyperlinks
    ? hyperlink(shown, process.getBuiltinModule("node:url").pathToFileURL(filename).href)
    : shown;
}
