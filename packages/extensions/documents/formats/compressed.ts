import { Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createZstdDecompress } from "node:zlib";
import type { ByteSource } from "../byte-source.ts";
import type { Format, FormatInput } from "../format.ts";
import { formatSize } from "../text.ts";
import { readArchive } from "./archive.ts";
import { type ForwardReader, isTarHeader, tarEntries } from "./tar-file.ts";

/** How much of a compressed file that is no archive is unpacked. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Unpacks a file compressed with gzip, Zstandard or Brotli: lists it if it is a tar archive, else shows the beginning of its content. */
export const readCompressed: Format = async (input) => {
  const { source, name, member } = input;
  const head = await source.read(0, 6);
  const unpacked = decompress(source, head, name);
  if (!unpacked) return undefined;
  const reader = new StreamReader(unpacked, input);
  const first = await reader.peek(512);
  if (isTarHeader(first)) return await readArchive(tarEntries(reader), input);
  if (member !== undefined) throw new Error("it holds a single file, so there is no entry to name");
  const bytes = await reader.take(MAX_BYTES);
  const isCut = bytes.length === MAX_BYTES;
  return {
    content: { name: innerName(name), bytes },
    ...(isCut && {
      notes: [`Only the first ${formatSize(MAX_BYTES)} were unpacked. Use bash with zcat for the rest.`],
    }),
  };
};

function decompress(source: ByteSource, head: Buffer, name: string): Transform | undefined {
  const input = () => Readable.from(source.stream(0, source.size));
  const signature = head.toString("hex");
  if (signature.startsWith("1f8b")) return input().pipe(createGunzip());
  if (signature.startsWith("28b52ffd")) return input().pipe(createZstdDecompress());
  if (/\.br$/i.test(name)) return input().pipe(createBrotliDecompress());
  const program = PROGRAMS.find(([start]) => signature.startsWith(start))?.[1];
  if (program !== undefined) throw new Error(`it is compressed in a format that only ${program} unpacks. Use bash`);
  return undefined;
}

const PROGRAMS: readonly (readonly [string, string])[] = [
  ["fd377a585a00", "xz -dc (for an archive tar -tJf)"],
  ["425a68", "bzip2 -dc (for an archive tar -tjf)"],
  ["377abcaf271c", "7z"],
  ["526172211a07", "unrar or 7z"],
];

function innerName(name: string): string {
  const base = name.replace(/^.*[/\\]/, "");
  const shorter = base.replace(/\.(?:gz|zst|br)$/i, "").replace(/\.(?:tgz|tzst)$/i, ".tar");
  return shorter === "" ? base : shorter;
}

const PROGRESS_BYTES = 64 * 1024 * 1024;

class StreamReader implements ForwardReader {
  private readonly chunks: AsyncIterator<unknown>;
  private readonly input: FormatInput;
  private rest: Buffer = Buffer.alloc(0);
  private total = 0;

  constructor(stream: Transform, input: FormatInput) {
    this.chunks = stream[Symbol.asyncIterator]();
    this.input = input;
  }

  async peek(length: number): Promise<Buffer> {
    const bytes = await this.take(length);
    this.rest = Buffer.concat([bytes, this.rest]);
    return bytes;
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = length; missing > 0; ) {
      if (this.rest.length === 0 && !(await this.next())) break;
      const part = this.rest.subarray(0, missing);
      this.rest = this.rest.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  async skip(length: number): Promise<void> {
    for (let missing = length; missing > 0; ) {
      if (this.rest.length === 0 && !(await this.next())) return;
      const passed = Math.min(missing, this.rest.length);
      this.rest = this.rest.subarray(passed);
      missing -= passed;
    }
  }

  private async next(): Promise<boolean> {
    const { value, done } = await this.chunks.next().catch((error: Error) => {
      throw new Error(`the compressed data is damaged or cut off: ${error.message}`, { cause: error });
    });
    if (done) return false;
    this.rest = value as Buffer;
    const before = this.total;
    this.total += this.rest.length;
    if (Math.floor(before / PROGRESS_BYTES) < Math.floor(this.total / PROGRESS_BYTES))
      this.input.report(`${formatSize(this.total)} unpacked…`);
    return true;
  }
}
