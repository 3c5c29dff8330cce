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
import { textResult } from "../builtin-tool.ts";

/** Resolves to the image as an attachment, scaled down for the model unless `resize` is false. */
export async function imageResult(
  bytes: Buffer,
  mimeType: string,
  resize: ImageResizeOptions | false,
): Promise<AgentToolResult<undefined>> {
  const type = detectImageType(bytes);
  // A type that only the operations know cannot be scaled here, so it is sent unchanged.
  if (resize === false || type === undefined) return attach(bytes, mimeType, "");
  const fitted = await fitImage(bytes, type, resize);
  if (fitted) return attach(fitted.bytes, fitted.mimeType, describeScale(fitted));
  return textResult(`Read image file [${mimeType}]\n[Image left out: ${reasonOf(bytes, type)}]`, undefined);
}

function reasonOf(bytes: Buffer, type: ImageMimeType): string {
  const size = readImageSize(bytes, type);
  if (!size || !isTooLarge(size)) return "it is damaged or cannot be made small enough.";
  const most = MAX_PIXELS / 1_000_000;
  return `it has ${size.width}x${size.height} pixels, and at most ${most} million can be read. Make it smaller first.`;
}

function attach(bytes: Uint8Array, mimeType: string, note: string): AgentToolResult<undefined> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return {
    content: [
      { type: "text", text: `Read image file [${mimeType}]${note}` },
      { type: "image", data, mimeType },
    ],
    details: undefined,
  };
}

function describeScale({ size, originalSize }: FittedImage): string {
  if (size.width === originalSize.width && size.height === originalSize.height) return "";
  const factor = (originalSize.width / size.width).toFixed(2).replace(/\.?0+$/, "");
  const scaled = `${originalSize.width}x${originalSize.height} to ${size.width}x${size.height}`;
  return `\n[Scaled from ${scaled}: multiply coordinates by ${factor} for the original.]`;
}
