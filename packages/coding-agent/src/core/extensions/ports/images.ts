import { detectImageType, fitImage } from "../../images/index.ts";
import type { ExtensionImages } from "../contract/images.ts";

export const extensionImages: ExtensionImages = {
  typeOf: async (bytes) => detectImageType(bytes),
  async fit(bytes, options) {
    const type = detectImageType(bytes);
    const fitted = type && (await fitImage(bytes, type, options));
    if (!fitted) return undefined;
    return { type: "image", data: Buffer.from(fitted.bytes).toString("base64"), mimeType: fitted.mimeType };
  },
};
