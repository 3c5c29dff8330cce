import { constants, createReadStream } from "node:fs";
import { open } from "node:fs/promises";

/** Random access to a content that may be too large for the memory. */
export interface ByteSource {
  readonly size: number;
  /** The path, if the content is a file. */
  readonly file?: string;
  /** Resolves to fewer bytes only at the end. */
  read(offset: number, length: number): Promise<Buffer>;
  stream(offset: number, length: number): AsyncIterable<Uint8Array>;
}

export function memorySource(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    async *stream(offset, length) {
      yield bytes.subarray(offset, offset + length);
    },
  };
}

export async function fileSource(file: string): Promise<ByteSource & AsyncDisposable> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const { size } = await handle.stat();
  return {
    size,
    file,
    [Symbol.asyncDispose]: async () => await handle.close(),
    read: async (offset, length) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      let filled = 0;
      while (filled < buffer.length) {
        const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
    stream: (offset, length) => createReadStream(file, { start: offset, end: Math.max(offset, offset + length - 1) }),
  };
}
