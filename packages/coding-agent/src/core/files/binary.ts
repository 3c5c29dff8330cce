import { detectEncoding } from "./text-encoding.ts";

const SAMPLE_BYTES = 8192;

/** Returns whether the bytes are not text. Text has no zero byte, except UTF-16, which has a byte order mark. */
export function isBinary(bytes: Uint8Array): boolean {
  return detectEncoding(bytes) === "utf-8" && bytes.subarray(0, SAMPLE_BYTES).includes(0);
}
