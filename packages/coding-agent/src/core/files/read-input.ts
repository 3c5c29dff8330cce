import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { checkOrdinary, FILE_LIMITS, TOO_LARGE } from "./ordinary-file.ts";

/**
 * Reads a file that the user named on the command line. A pipe such as `<(git diff)` is allowed. A device is refused,
 * and endless input fails at the limit.
 */
export async function readInput(path: string, limit: number = FILE_LIMITS.attachment): Promise<Buffer> {
  const stats = await stat(path);
  if (!stats.isFIFO()) checkOrdinary(stats, path, limit);
  await using file = await open(path, "r");
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
    if (total > limit) throw endless(path, limit);
  }
}

export function readInputSync(path: string, limit: number): Buffer {
  const fd = openSync(path, "r");
  try {
    const stats = fstatSync(fd);
    if (!stats.isFIFO()) checkOrdinary(stats, path, limit);
    const chunks: Buffer[] = [];
    for (let total = 0; ; ) {
      const bytes = Buffer.alloc(CHUNK_BYTES);
      const count = readSync(fd, bytes);
      if (count === 0) return Buffer.concat(chunks);
      chunks.push(bytes.subarray(0, count));
      total += count;
      if (total > limit) throw endless(path, limit);
    }
  } finally {
    closeSync(fd);
  }
}

function endless(path: string, limit: number): Error {
  const message = `${path} did not end within ${limit / 1024 / 1024} MB`;
  return Object.assign(new Error(message), { code: TOO_LARGE });
}

const CHUNK_BYTES = 64 * 1024;
