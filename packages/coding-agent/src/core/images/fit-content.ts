import type { ImageContent, Model } from "@tau/ai";
import { detectImageType } from "./detect-image-type.ts";
import type { ImageResizeOptions } from "./fit-image.ts";

/** Returns a model's limits for images. Limits that the model does not set are left to `fitImage`. */
export function imageLimits({ inputLimits }: Pick<Model, "inputLimits">): ImageResizeOptions {
  const { maxBytes, ...limits } = inputLimits?.images?.resize ?? {};
  // Models count the characters of the base64 text.
  return maxBytes === undefined ? limits : { ...limits, maxBytes: Math.floor((maxBytes * 3) / 4) };
}

/**
 * Shrinks the images in the content that are too large. Returns the same array if nothing changes. An unreadable image
 * stays, because the model may be able to read it.
 */
export async function fitContent<Block extends { type: string }>(
  content: Block[],
  limits: ImageResizeOptions,
): Promise<Block[]> {
  if (!content.some(isImage)) return content;
  const fitted = await Promise.all(content.map((block) => (isImage(block) ? fitBlock(block, limits) : block)));
  return fitted.some((block, index) => block !== content[index]) ? fitted : content;
}

async function fitBlock<Block extends ImageContent>(block: Block, limits: ImageResizeOptions): Promise<Block> {
  const bytes = Buffer.from(block.data, "base64");
  const type = detectImageType(bytes);
  if (!type) return block;
  const { fitImage } = await import("./fit-image.ts");
  const fitted = await fitImage(bytes, type, limits);
  if (!fitted || fitted.bytes === bytes) return block;
  return { ...block, data: Buffer.from(fitted.bytes).toString("base64"), mimeType: fitted.mimeType };
}

function isImage(block: { type: string }): block is ImageContent {
  return block.type === "image";
}
