import type { ImageContent } from "@tau/ai";

export interface FitImageOptions {
  maxWidth?: number;
  maxHeight?: number;
  /** Of the encoded image, before base64. */
  maxBytes?: number;
  jpegQuality?: number;
}

/** `pi.images`: what a file holds, and how a model can take it. */
export interface ExtensionImages {
  /** The MIME type, by the first bytes: a name says nothing about what a file holds. */
  typeOf(bytes: Uint8Array): Promise<string | undefined>;
  /** The image within these limits, shrunk where it has to be. `undefined` where there is no way. */
  fit(bytes: Uint8Array, options?: FitImageOptions): Promise<ImageContent | undefined>;
}
