import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";

export interface ArchiveFile {
  /** A relative path; letters beyond ASCII are replaced. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

const BLOCK = 512;
const LONGEST_NAME = 99;

/** Packs files into a compressed tar archive, readable by the user alone. */
export function tarArchive(files: readonly ArchiveFile[], now: Date = new Date()): Uint8Array {
  const parts = files.flatMap(({ name, content }) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [header(name, bytes.length, now), bytes, padding];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

/** The header of one file in the format ustar. */
function header(name: string, size: number, now: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(name.replaceAll(/[^\x20-\x7e]/g, "_").slice(-LONGEST_NAME), 0);
  block.write(octal(0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(Math.floor(now.getTime() / 1000), 12), 136);
  block.write(" ".repeat(8), 148);
  block.write("0", 156);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
