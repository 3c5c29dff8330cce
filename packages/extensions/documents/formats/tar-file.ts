import type { ArchiveEntry } from "./archive.ts";

/** Reads forward. `skip` need not read what is skipped. */
export interface ForwardReader {
  /** Resolves to fewer bytes only at the end. */
  take(length: number): Promise<Buffer>;
  skip(length: number): Promise<void>;
}

const BLOCK = 512;
/** Largest header extension, which holds a name: more is an attack. */
const MAX_EXTENSION = 1024 * 1024;
const KINDS: Readonly<Record<string, ArchiveEntry["kind"]>> = {
  "0": "file",
  "\0": "file",
  "7": "file",
  "1": "link",
  "2": "link",
  "5": "folder",
};

export function isTarHeader(block: Buffer): boolean {
  if (block.length < BLOCK) return false;
  const stored = octal(block.subarray(148, 156));
  let sum = 8 * 32;
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += block[at] ?? 0;
  return stored === sum;
}

/** The entries of a tar archive, one after the other. The content of an entry can be read until the next one is asked for. */
export async function* tarEntries(reader: ForwardReader): AsyncGenerator<ArchiveEntry, void> {
  let extended: Extension = {};
  for (let header = await nextHeader(reader); header; header = await nextHeader(reader)) {
    const size = extended.size ?? number(header.subarray(124, 136));
    const type = String.fromCharCode(header[156] ?? 0);
    if (EXTENSIONS.includes(type)) {
      extended = { ...extended, ...(await extension(reader, type, size)) };
      continue;
    }
    const body = new Body(reader, size);
    yield entryOf(header, type, size, extended, body);
    await body.finish();
    extended = {};
  }
}

/** Long names (GNU), and fields for the next header or for all (pax). */
const EXTENSIONS = "LKxg";

/** Resolves to `undefined` at the end of the archive. */
async function nextHeader(reader: ForwardReader): Promise<Buffer | undefined> {
  const header = await reader.take(BLOCK);
  if (header.length < BLOCK || header.every((byte) => byte === 0)) return undefined;
  if (!isTarHeader(header)) throw new Error("the tar archive is damaged: a header has a wrong checksum");
  return header;
}

function entryOf(header: Buffer, type: string, size: number, extended: Extension, body: Body): ArchiveEntry {
  const kind = KINDS[type] ?? "other";
  return {
    name: extended.path ?? headerName(header),
    kind,
    size,
    ...(kind === "link" ? { target: extended.linkpath ?? text(header.subarray(157, 257)) } : {}),
    read: (limit) => body.read(limit),
  };
}

interface Extension {
  path?: string;
  linkpath?: string;
  size?: number;
}

class Body {
  private readonly reader: ForwardReader;
  private readonly size: number;
  private taken = 0;

  constructor(reader: ForwardReader, size: number) {
    this.reader = reader;
    this.size = size;
  }

  async read(limit: number): Promise<Buffer> {
    if (this.size > limit)
      throw new Error(`the entry has ${this.size} bytes; at most ${limit} are read. Use bash to unpack it`);
    const bytes = await this.reader.take(this.size);
    this.taken = bytes.length;
    if (bytes.length < this.size) throw new Error("the archive is cut off within this entry");
    return bytes;
  }

  async finish(): Promise<void> {
    await this.reader.skip(Math.ceil(this.size / BLOCK) * BLOCK - this.taken);
  }
}

/** Reads a long name (GNU) or fields that replace those of the next header (pax). */
async function extension(reader: ForwardReader, type: string, size: number): Promise<Extension> {
  if (size > MAX_EXTENSION) throw new Error("the tar archive is damaged: an extended header is too long");
  const bytes = (await reader.take(Math.ceil(size / BLOCK) * BLOCK)).subarray(0, size);
  // Fields for all entries, such as comments, change no name.
  if (type === "g") return {};
  if (type === "L") return { path: text(bytes) };
  if (type === "K") return { linkpath: text(bytes) };
  const found: Extension = {};
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.subarray(at, at + 20).toString("latin1"), 10);
    if (!(length > 0)) break;
    const [, key, value = ""] = /^\d+ ([^=]+)=(.*)\n$/s.exec(bytes.subarray(at, at + length).toString()) ?? [];
    if (key === "path" || key === "linkpath") found[key] = value;
    if (key === "size") found.size = Number(value);
    at += length;
  }
  return found;
}

function headerName(header: Buffer): string {
  const isPosix = header.subarray(257, 263).toString("latin1") === "ustar\0";
  const prefix = isPosix ? text(header.subarray(345, 500)) : "";
  const name = text(header.subarray(0, 100));
  return prefix === "" ? name : `${prefix}/${name}`;
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? field.length : end).toString();
}

/** A size: octal digits, or binary if the first bit is set. */
function number(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) === 0) return octal(field);
  const value = field.subarray(4).readBigUInt64BE(0);
  if (value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Error("the tar archive is damaged: an entry has an impossible size");
  return Number(value);
}

function octal(field: Buffer): number {
  return Number.parseInt(field.toString("latin1").replaceAll("\0", " ").trim() || "0", 8);
}
