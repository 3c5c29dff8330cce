import { createInflateRaw } from "node:zlib";
import type { ByteSource } from "../byte-source.ts";
import { formatSize } from "../text.ts";
import type { ArchiveEntry } from "./archive.ts";

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const CHUNK_BYTES = 1024 * 1024;
/** Largest record of the central directory: its name, extra fields and comment have two bytes of length each. */
const MAX_RECORD = 46 + 3 * 0xffff;
const UNIX = 3;
const TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const SPECIAL: ReadonlySet<number> = new Set([0o010000, 0o020000, 0o060000, 0o140000]);

export interface ZipEntry extends ArchiveEntry {
  /** Streams the unpacked content. Fails once it is larger than the limit, whatever the directory says. */
  stream(limit: number): AsyncIterable<Uint8Array>;
}

/** A zip archive. Its directory is read piece by piece, so its size does not matter. */
export interface ZipFile {
  entries(): AsyncGenerator<ZipEntry, void>;
}

/** Resolves to `undefined` if the content is no zip archive. */
export async function openZip(source: ByteSource): Promise<ZipFile | undefined> {
  const directory = await findDirectory(source);
  return directory && { entries: () => readDirectory(source, directory) };
}

interface Directory {
  readonly offset: number;
  readonly size: number;
  /** Bytes before the archive, such as a program that unpacks it. Offsets in the archive do not count them. */
  readonly shift: number;
}

async function findDirectory(source: ByteSource): Promise<Directory | undefined> {
  const length = Math.min(source.size, END_BYTES + MAX_COMMENT);
  const tail = await source.read(source.size - length, length);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    const end = source.size - length + at;
    const wide = await findWideDirectory(source, end);
    if (wide) return wide;
    const size = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    const start = end - size;
    return start < 0 ? undefined : { offset: start, size, shift: Math.max(0, start - offset) };
  }
  return undefined;
}

/** Resolves to the directory of an archive above 4 GB or with more than 65,535 entries. */
async function findWideDirectory(source: ByteSource, end: number): Promise<Directory | undefined> {
  const locator = await source.read(Math.max(0, end - 20), 20);
  if (locator.length < 20 || locator.readUInt32LE(0) !== LOCATOR_64) return undefined;
  const record = await source.read(Number(locator.readBigUInt64LE(8)), 56);
  if (record.length < 56 || record.readUInt32LE(0) !== END_64) return undefined;
  return { size: Number(record.readBigUInt64LE(40)), offset: Number(record.readBigUInt64LE(48)), shift: 0 };
}

async function* readDirectory(source: ByteSource, { offset, size, shift }: Directory): AsyncGenerator<ZipEntry, void> {
  const end = Math.min(source.size, offset + size);
  let at = offset;
  let chunk: Buffer = Buffer.alloc(0);
  let start = at;
  while (at < end) {
    if (start + chunk.length < Math.min(end, at + MAX_RECORD)) {
      start = at;
      chunk = await source.read(start, CHUNK_BYTES);
    }
    const record = chunk.subarray(at - start);
    if (record.length < 46 || record.readUInt32LE(0) !== CENTRAL) throw new Error("the zip directory is damaged");
    const lengths = record.readUInt16LE(28) + record.readUInt16LE(30) + record.readUInt16LE(32);
    if (record.length < 46 + lengths) throw new Error("the zip directory is damaged");
    yield toEntry(source, record.subarray(0, 46 + lengths), shift);
    at += 46 + lengths;
  }
}

function toEntry(source: ByteSource, record: Buffer, shift: number): ZipEntry {
  const nameEnd = 46 + record.readUInt16LE(28);
  const flags = record.readUInt16LE(8);
  const raw = record.subarray(46, nameEnd);
  const name = (flags & 0x800) !== 0 || isUtf8(raw) ? raw.toString() : raw.toString("latin1");
  const wide = wideFields(record, nameEnd);
  const mode = record.readUInt8(5) === UNIX ? record.readUInt16LE(40) & TYPE_MASK : 0;
  const packed = {
    name,
    size: wide.size,
    packedSize: wide.packedSize,
    offset: wide.offset + shift,
    method: record.readUInt16LE(10),
    isEncrypted: (flags & 1) !== 0,
  };
  const stream = (limit: number) => unpack(source, packed, limit);
  return {
    name,
    kind: name.endsWith("/") ? "folder" : mode === SYMBOLIC_LINK ? "link" : SPECIAL.has(mode) ? "other" : "file",
    size: wide.size,
    stream,
    read: async (limit) => Buffer.concat(await Array.fromAsync(stream(limit))),
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Reads sizes and offset. Values that do not fit into 32 bits are in an extra field, in this order. */
function wideFields(record: Buffer, extraStart: number) {
  const values = [record.readUInt32LE(24), record.readUInt32LE(20), record.readUInt32LE(42)];
  const end = extraStart + record.readUInt16LE(30);
  for (let at = extraStart; at + 4 <= end; at += 4 + record.readUInt16LE(at + 2)) {
    if (record.readUInt16LE(at) !== 1) continue;
    const last = Math.min(end, at + 4 + record.readUInt16LE(at + 2));
    let next = at + 4;
    for (const [index, value] of values.entries())
      if (value === 0xffffffff && next + 8 <= last) {
        values[index] = Number(record.readBigUInt64LE(next));
        next += 8;
      }
    break;
  }
  const [size = 0, packedSize = 0, offset = 0] = values;
  return { size, packedSize, offset };
}

interface PackedEntry {
  readonly name: string;
  readonly size: number;
  readonly packedSize: number;
  readonly offset: number;
  readonly method: number;
  readonly isEncrypted: boolean;
}

async function* unpack(source: ByteSource, entry: PackedEntry, limit: number): AsyncGenerator<Uint8Array> {
  const { name, size, packedSize, offset, method, isEncrypted } = entry;
  if (isEncrypted)
    throw new Error(`${name} is encrypted with a password. With it, bash can unpack a copy: 7z x -p… archive.zip`);
  if (size > limit) throw tooLarge(name, size, limit);
  const local = await source.read(offset, 30);
  if (local.length < 30 || local.readUInt32LE(0) !== LOCAL)
    throw new Error(`${name} is damaged: its header is missing`);
  const start = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  if (packedSize === 0) return;
  const packed = source.stream(start, packedSize);
  let total = 0;
  for await (const chunk of method === 0 ? packed : inflate(packed, method, name)) {
    total += chunk.length;
    if (total > limit) throw tooLarge(name, total, limit);
    yield chunk;
  }
}

async function* inflate(packed: AsyncIterable<Uint8Array>, method: number, name: string): AsyncGenerator<Uint8Array> {
  if (method !== 8)
    throw new Error(`${name} is compressed with method ${method}, which is not supported. Use bash with 7z`);
  const { Readable } = await import("node:stream");
  const inflating = Readable.from(packed).pipe(createInflateRaw());
  try {
    for await (const chunk of inflating) yield chunk as Uint8Array;
  } catch (error) {
    throw new Error(`${name} is damaged: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function tooLarge(name: string, size: number, limit: number): Error {
  return new Error(
    `${name} is ${formatSize(size)} or more unpacked; at most ${formatSize(limit)} are read. Use bash to unpack it`,
  );
}
