import { open, stat } from "node:fs/promises";
import { checkOrdinary } from "../../core/files/ordinary-file.ts";
import { detectImageType, fitImage, type ImageResizeOptions, toPng } from "../../core/images/index.ts";

export interface ResizedImage {
  /** Base64. */
  data: string;
  mimeType: string;
  originalWidth: number;
  originalHeight: number;
  width: number;
  height: number;
  wasResized: boolean;
}

/** Resizes an image to what a model accepts. Resolves to `null` if that is impossible. */
export async function resizeImage(
  inputBytes: Uint8Array,
  _mimeType: string,
  options: ImageResizeOptions = {},
): Promise<ResizedImage | null> {
  const type = detectImageType(inputBytes);
  const fitted = type && (await fitImage(inputBytes, type, options));
  if (!fitted) return null;
  const { bytes, mimeType, size, originalSize } = fitted;
  return {
    data: Buffer.from(bytes).toString("base64"),
    mimeType,
    originalWidth: originalSize.width,
    originalHeight: originalSize.height,
    ...size,
    wasResized: size.width !== originalSize.width || size.height !== originalSize.height,
  };
}

/** Returns a note that lets the model convert coordinates to the original. Undefined if the image was not resized. */
export function formatDimensionNote(result: ResizedImage): string | undefined {
  const { wasResized, originalWidth, originalHeight, width, height } = result;
  if (!wasResized) return undefined;
  const factor = (originalWidth / width).toFixed(2).replace(/\.?0+$/, "");
  return `[Scaled from ${originalWidth}x${originalHeight} to ${width}x${height}: multiply coordinates by ${factor} for the original.]`;
}

/** Converts an image to PNG, the only format that some terminals show. Resolves to `null` if the image cannot be read. */
export async function convertToPng(
  base64Data: string,
  mimeType: string,
): Promise<{ data: string; mimeType: string } | null> {
  if (mimeType === "image/png") return { data: base64Data, mimeType };
  const bytes = Buffer.from(base64Data, "base64");
  const type = detectImageType(bytes);
  const png = type && (await toPng(bytes, type));
  return png ? { data: Buffer.from(png).toString("base64"), mimeType: "image/png" } : null;
}

/** Detects the type from the first bytes of the file. Resolves to `null` if it is not an image that models accept. */
export async function detectSupportedImageMimeTypeFromFile(filePath: string): Promise<string | null> {
  checkOrdinary(await stat(filePath), filePath, Number.POSITIVE_INFINITY);
  await using file = await open(filePath);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
  return detectImageType(buffer.subarray(0, bytesRead)) ?? null;
}
