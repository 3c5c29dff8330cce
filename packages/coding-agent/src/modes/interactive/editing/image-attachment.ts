import type { ImageContent } from "@tau/ai";
import { detectImageType, readImageSize } from "../../../core/images/index.ts";

/**
 * Makes an attachment of the unchanged image; the size limit depends on the model that receives it. Undefined if the bytes are not a valid
 * image.
 */
export function imageAttachment(bytes: Buffer): ImageContent | undefined {
  const mimeType = detectImageType(bytes);
  if (!mimeType || !readImageSize(bytes, mimeType)) return undefined;
  return { type: "image", data: bytes.toString("base64"), mimeType };
}
