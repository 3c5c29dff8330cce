import type { ImageContent } from "@tau/ai";
import { isObject } from "../json-file/index.ts";

/** Returns whether a value read from a file is an image block of a message. */
export function isImageContent(value: unknown): value is ImageContent {
  return (
    isObject(value) && value.type === "image" && typeof value.data === "string" && typeof value.mimeType === "string"
  );
}
