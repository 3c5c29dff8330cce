import { open } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { ImageContent } from "@tau/ai";
import type { ExtensionAPI } from "@tau/coding-agent";

const MEBIBYTE = 1024 * 1024;
const MOST_BYTES = 20 * MEBIBYTE;
/** Enough bytes to detect the type of a file. */
const HEADER = 64;
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** The size that models use in full: providers shrink larger images, or charge more for them. */
const LIMITS = { maxWidth: 1568, maxHeight: 1568, maxBytes: 500 * 1024, jpegQuality: 75 };

export interface ImageFile {
  readonly path: string;
  readonly image: ImageContent;
}

/** Reads an image file in a form that a model accepts. If the image cannot be shrunk, it is sent unchanged. */
export async function readImage(
  file: string,
  { cwd, images, shrink }: { cwd: string; images: ExtensionAPI["images"]; shrink: boolean },
): Promise<ImageFile> {
  const path = resolve(cwd, file.replace(/^~(?=\/|$)/, homedir()));
  await using handle = await open(path);
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER), 0, HEADER, 0);
  const type = await images.typeOf(buffer.subarray(0, bytesRead));
  if (type === undefined || !TYPES.includes(type))
    throw new Error("inspect_image only supports PNG, JPEG, GIF, and WEBP files detected by file content.");
  if (size > MOST_BYTES)
    throw new Error(`Image file too large: ${inMebibytes(size)} exceeds ${inMebibytes(MOST_BYTES)} limit.`);
  const bytes = Buffer.alloc(size);
  await handle.read(bytes, 0, size, 0);
  const fitted = shrink ? await images.fit(bytes, LIMITS) : undefined;
  return { path, image: fitted ?? { type: "image", data: bytes.toString("base64"), mimeType: type } };
}

function inMebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(1)} MB`;
}
