import type { ImageContent } from "@tau/ai";

export interface FitImageOptions {
  maxWidth?: number;
  maxHeight?: number;
  /** Limit for the encoded image, before base64. */
  maxBytes?: number;
  jpegQuality?: number;
}

/** `pi.images`: detects image types and fits images to the limits of a model. */
export interface ExtensionImages {
  /** Resolves to the MIME type according to the first bytes. The file name is not considered. */
  typeOf(bytes: Uint8Array): Promise<string | undefined>;
  /** Resolves to the image within these limits, shrunk if necessary, or to `undefined` if that is impossible. */
  fit(bytes: Uint8Array, options?: FitImageOptions): Promise<ImageContent | undefined>;
}
