import { writeSync } from "node:fs";

/** All of it: a disk that runs full takes the beginning of a text without an error, and only what follows fails. */
export function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}
