import type { AgentToolResult } from "@tau/agent";
import {
  detectImageType,
  type FittedImage,
  fitImage,
  type ImageMimeType,
  type ImageResizeOptions,
  isTooLarge,
  MAX_PIXELS,
  readImageSize,
} from "../../images/index.ts";
import { formatSize } from "../../output/index.ts";
import { textResult } from "../builtin-tool.ts";

export interface ImageReading {
  /** False leaves the image as it is. */
  readonly resize: ImageResizeOptions | false;
  /** Says what the image is, and attaches nothing. */
  readonly isMetadataOnly: boolean;
}

/** Resolves to what the image is, and to the image as an attachment, scaled down for the model. */
export async function imageResult(
  bytes: Buffer,
  mimeType: string,
  { resize, isMetadataOnly }: ImageReading,
): Promise<AgentToolResult<undefined>> {
  const type = detectImageType(bytes);
  const facts = describe(bytes, mimeType, type);
  if (isMetadataOnly)
    return textResult(
      `${facts}\n[The setting read.images leaves out the image itself. inspect_image answers questions about it.]`,
      undefined,
    );
  // A type that only the operations know cannot be scaled here, so it is sent unchanged.
  if (resize === false || type === undefined) return attach(bytes, mimeType, facts);
  const fitted = await fitImage(bytes, type, resize);
  if (fitted) return attach(fitted.bytes, fitted.mimeType, `${facts}${describeScale(fitted)}`);
  return textResult(`${facts}\n[Image left out: ${reasonOf(bytes, type)}]`, undefined);
}

/** Names the type, the size in pixels, and the size of the file. */
function describe(bytes: Buffer, mimeType: string, type: ImageMimeType | undefined): string {
  const size = type && readImageSize(bytes, type);
  const pixels = size ? `${size.width}x${size.height} pixels, ` : "";
  return `Read image file [${mimeType}]\n[${pixels}${formatSize(bytes.length)}]`;
}

function reasonOf(bytes: Buffer, type: ImageMimeType): string {
  const size = readImageSize(bytes, type);
  if (!size || !isTooLarge(size)) return "it is damaged or cannot be made small enough.";
  return `at most ${MAX_PIXELS / 1_000_000} million pixels can be read. Make it smaller first.`;
}

function attach(bytes: Uint8Array, mimeType: string, text: string): AgentToolResult<undefined> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return {
    content: [
      { type: "text", text },
      { type: "image", data, mimeType },
    ],
    details: undefined,
  };
}

function describeScale({ size, originalSize }: FittedImage): string {
  if (size.width === originalSize.width && size.height === originalSize.height) return "";
  const factor = (originalSize.width / size.width).toFixed(2).replace(/\.?0+$/, "");
  return `\n[Scaled to ${size.width}x${size.height}: multiply coordinates by ${factor} for the original.]`;
}
