import type { ImageContent } from "@tau/ai";
import { detectImageType, fitImage } from "../../../core/images/index.ts";
import type { SettingsManager } from "../../../core/settings/index.ts";

/** An image for the model, made small enough for it unless the user does not want that. Undefined for what is no image. */
export async function imageAttachment(
  bytes: Buffer,
  settings: Pick<SettingsManager, "getImageAutoResize">,
): Promise<ImageContent | undefined> {
  const mimeType = detectImageType(bytes);
  if (!mimeType) return undefined;
  const fitted = settings.getImageAutoResize() ? await fitImage(bytes, mimeType, {}) : { bytes, mimeType };
  if (!fitted) return undefined;
  return { type: "image", data: Buffer.from(fitted.bytes).toString("base64"), mimeType: fitted.mimeType };
}
