import type { ImageContent } from "@tau/ai";
import { detectImageType, readImageSize } from "../../../core/images/index.ts";

/** An image as it is: how large it may be, the model decides that gets it. Undefined for what is no image, or a damaged one. */
export function imageAttachment(bytes: Buffer): ImageContent | undefined {
  const mimeType = detectImageType(bytes);
  if (!mimeType || !readImageSize(bytes, mimeType)) return undefined;
  return { type: "image", data: bytes.toString("base64"), mimeType };
}
