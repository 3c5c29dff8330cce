import { createRequire } from "node:module";
import type { ImageMimeType } from "./detect-image-type.ts";
import { readOrientation } from "./image-orientation.ts";
import { type ImageSize, isTooLarge, readImageSize } from "./image-size.ts";
import { type TranscodeAnswer, type TranscodeRequest, workerSource } from "./transcode.ts";

export interface ImageResizeOptions {
  maxWidth?: number;
  maxHeight?: number;
  /** Size of the encoded image, before base64. */
  maxBytes?: number;
  jpegQuality?: number;
}

export interface FittedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly size: ImageSize;
  readonly originalSize: ImageSize;
}

/** Limits that every provider accepts: 5 MB as base64, with room for the rest of the message. */
const DEFAULTS = { maxWidth: 2000, maxHeight: 2000, maxBytes: 3_500_000, jpegQuality: 80 };

/**
 * Makes an image acceptable to a model. Most images are within the limits and cost nothing. Resolves to `undefined` if
 * that is impossible.
 */
export async function fitImage(
  bytes: Uint8Array,
  type: ImageMimeType,
  options: ImageResizeOptions = {},
): Promise<FittedImage | undefined> {
  const limits = { ...DEFAULTS, ...options };
  const size = readImageSize(bytes, type);
  if (!size) return undefined;
  const fits = size.width <= limits.maxWidth && size.height <= limits.maxHeight && bytes.length <= limits.maxBytes;
  if (fits && type !== "image/bmp") return { bytes, mimeType: type, size, originalSize: size };

  if (isTooLarge(size)) return undefined;
  const orientation = type === "image/jpeg" ? readOrientation(bytes) : 1;
  const answer = await transcodeInWorker({
    ...limits,
    library: createRequire(import.meta.url).resolve("@silvia-odwyer/photon-node"),
    bytes,
    orientation,
    keepJpeg: type === "image/jpeg",
  });
  if (!answer) return undefined;
  const { width, height } = answer;
  return {
    bytes: answer.bytes,
    mimeType: answer.mimeType,
    size: { width, height },
    originalSize: orientation >= FIRST_SIDEWAYS ? { width: size.height, height: size.width } : size,
  };
}

/** Resolves to the image as PNG, or to `undefined` if it cannot be read or is too large to decode. */
export async function toPng(bytes: Uint8Array, type: ImageMimeType): Promise<Uint8Array | undefined> {
  const size = readImageSize(bytes, type);
  if (!size || isTooLarge(size)) return undefined;
  const answer = await transcodeInWorker({
    ...DEFAULTS,
    maxWidth: Number.MAX_SAFE_INTEGER,
    maxHeight: Number.MAX_SAFE_INTEGER,
    maxBytes: Number.MAX_SAFE_INTEGER,
    library: createRequire(import.meta.url).resolve("@silvia-odwyer/photon-node"),
    bytes,
    orientation: type === "image/jpeg" ? readOrientation(bytes) : 1,
    keepJpeg: false,
  });
  return answer?.bytes;
}

/** EXIF orientations from this one on swap width and height. */
const FIRST_SIDEWAYS = 5;

/** Transcodes in a worker, because decoding a photograph takes seconds and would block the screen. */
async function transcodeInWorker(request: TranscodeRequest): Promise<TranscodeAnswer> {
  const { Worker } = await import("node:worker_threads");
  return await new Promise((resolve) => {
    const worker = new Worker(workerSource(), { eval: true, workerData: request, stderr: true });
    worker.once("message", resolve);
    worker.once("error", () => resolve(undefined));
    worker.once("exit", () => resolve(undefined));
  });
}
