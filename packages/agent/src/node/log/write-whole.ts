import { writeSync } from "node:fs";

/** Writes all bytes: when a disk runs full, the first write may be partial without an error, and only the next one fails. */
export function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}
