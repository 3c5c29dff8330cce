import type { ImageContent } from "@tau/ai";
import { isObject } from "../json-file/index.ts";

/** Whether a value that was read from a file is an image as messages have it. */
export function isImageContent(value: unknown): value is ImageContent {
  return (
    isObject(value) && value.type === "image" && typeof value.data === "string" && typeof value.mimeType === "string"
  );
}
