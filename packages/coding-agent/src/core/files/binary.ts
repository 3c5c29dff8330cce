import { detectEncoding } from "./text-encoding.ts";

const SAMPLE_BYTES = 8192;

/** No text holds a zero byte, except UTF-16, which says so at its beginning. */
export function isBinary(bytes: Uint8Array): boolean {
  return detectEncoding(bytes) === "utf-8" && bytes.subarray(0, SAMPLE_BYTES).includes(0);
}
