import { fstatSync, readSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import type { DamagedLine } from "../log/log-contents.ts";
import { ifPossible, ignoreMissing } from "../log/storage-error.ts";
import { makeFolder } from "../make-folder.ts";
import { readOrdinaryFileSync } from "../ordinary-file.ts";
import { pathKey } from "../path-key.ts";
import { type EntryColumns, EntryTable } from "./entry-table.ts";

/** The structure of a session file up to `size`, stored so that the file need not be read again. */
export interface SessionIndex {
  readonly size: number;
  readonly table: EntryTable;
  readonly damaged: readonly DamagedLine[];
}

/** The facts about a session that are available without its table. */
export interface IndexSummary {
  readonly size: number;
  readonly messageCount: number;
  readonly name?: string;
}

export interface IndexHead extends IndexSummary {
  readonly format: number;
  readonly path: string;
  readonly inode: number;
  /** The bytes just before `size`, which differ if the file was replaced or edited. */
  readonly seal: string;
  readonly damaged: readonly DamagedLine[];
  readonly count: number;
  readonly types: string[];
}

const FORMAT = 3;
const SEALED_BYTES = 512;
const LARGEST = 1 << 30;
/** Length of a checksum. An index starts with two: one of the columns, and one of the head including the first. */
const SUM_LENGTH = 8;

/**
 * A cache of indexes of session files, stored apart from the sessions; any index may vanish at any time. Indexes are not synced, so a power
 * cut may corrupt one: an index with a wrong checksum counts as missing.
 */
export class IndexCache {
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Returns `undefined` if there is no readable index that matches the file. */
  load(path: string, fd: number): SessionIndex | undefined {
    const bytes = ifPossible(() => readOrdinaryFileSync(this.fileOf(path), LARGEST));
    const head = bytes && readHead(bytes);
    if (!bytes || !head || !fits(head, path, fd)) return undefined;
    const columns = unpack(bytes, head);
    if (!columns || !isTree(columns, head.size)) return undefined;
    return { size: head.size, damaged: head.damaged, table: new EntryTable(columns) };
  }

  /** Saves an index. Ignores a failure, because the cache is optional. */
  save(path: string, fd: number, index: SessionIndex, summary: Omit<IndexSummary, "size">): void {
    const file = this.fileOf(path);
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      makeFolder(this.directory, 0o700);
      writeFileSync(temporary, pack(path, fd, index, summary), { mode: 0o600 });
      renameSync(temporary, file);
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      ignoreMissing(() => unlinkSync(temporary));
    }
  }

  fileOf(path: string): string {
    return join(this.directory, pathKey(path));
  }
}

export function fits(head: IndexHead, path: string, fd: number): boolean {
  const { ino, size } = fstatSync(fd);
  return head.path === path && head.inode === ino && head.size <= size && head.seal === sealOf(fd, head.size);
}

function sealOf(fd: number, size: number): string {
  const bytes = Buffer.alloc(Math.min(SEALED_BYTES, size));
  const count = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString("base64", 0, count);
}

/**
 * Builds the index file: two checksums and one line of JSON, padded to eight bytes, then the columns, the widest first so that each is
 * aligned to its width.
 */
function pack(path: string, fd: number, index: SessionIndex, summary: Omit<IndexSummary, "size">): Buffer {
  const columns = index.table.toColumns();
  const { count, types } = columns;
  const head: IndexHead = {
    format: FORMAT,
    path,
    inode: fstatSync(fd).ino,
    size: index.size,
    seal: sealOf(fd, index.size),
    ...summary,
    damaged: index.damaged,
    count,
    types,
  };
  const idLength = count === 0 ? 0 : (columns.idEnds[count - 1] ?? 0);
  const body = Buffer.concat([
    ...[columns.offsets, columns.lengths, columns.parents, columns.hashes, columns.idEnds].map((column) =>
      bytesOf(column.subarray(0, count)),
    ),
    columns.typeCodes.subarray(0, count),
    columns.idBytes.subarray(0, idLength),
  ]);
  const text = Buffer.from(sumOf(body) + JSON.stringify(head));
  const line = Buffer.concat([text, Buffer.alloc(7 - ((text.length + SUM_LENGTH) % 8), " ")]);
  return Buffer.concat([Buffer.from(sumOf(line)), line, Buffer.from("\n"), body]);
}

function unpack(bytes: Buffer, { count, types }: IndexHead): EntryColumns | undefined {
  let at = bytes.indexOf(10) + 1;
  if (bytes.toString("latin1", SUM_LENGTH, 2 * SUM_LENGTH) !== sumOf(bytes.subarray(at))) return undefined;
  const take = (width: number): ArrayBuffer => {
    const part = bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + count * width) as ArrayBuffer;
    at += count * width;
    return part;
  };
  if (bytes.length < at + count * 25) return undefined;
  return {
    count,
    types: [...types],
    offsets: new Float64Array(take(8)),
    lengths: new Uint32Array(take(4)),
    parents: new Int32Array(take(4)),
    hashes: new Int32Array(take(4)),
    idEnds: new Uint32Array(take(4)),
    typeCodes: new Uint8Array(take(1)),
    idBytes: new Uint8Array(bytes.subarray(at)),
  };
}

/** Checks what tree walks rely on: every parent precedes its child, and every line lies within the file. */
function isTree(
  { count, parents, offsets, lengths, idEnds, idBytes, typeCodes, types }: EntryColumns,
  size: number,
): boolean {
  let idStart = 0;
  for (let position = 0; position < count; position++) {
    const parent = parents[position] as number;
    const idEnd = idEnds[position] as number;
    const end = (offsets[position] as number) + (lengths[position] as number);
    if (parent < -1 || parent >= position || !(end <= size) || idEnd < idStart) return false;
    if ((typeCodes[position] as number) >= types.length) return false;
    idStart = idEnd;
  }
  return idStart === idBytes.length;
}

export function readHead(bytes: Buffer): IndexHead | undefined {
  const end = bytes.indexOf(10);
  if (end < 0 || bytes.toString("latin1", 0, SUM_LENGTH) !== sumOf(bytes.subarray(SUM_LENGTH, end))) return undefined;
  try {
    const head: unknown = JSON.parse(bytes.toString("utf8", 2 * SUM_LENGTH, end));
    return isHead(head) ? head : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Checks the format. A correct checksum shows that Tau wrote the index, but it may have been another version. */
function isHead(value: unknown): value is IndexHead {
  return typeof value === "object" && value !== null && "format" in value && value.format === FORMAT;
}

/** Returns a 32-bit checksum. Processes four bytes at a time, because the columns of a long session take megabytes. */
function sumOf(bytes: Uint8Array): string {
  let sum = bytes.length | 0;
  const { buffer, byteOffset, length } = bytes;
  const words = new DataView(buffer, byteOffset, length);
  let at = 0;
  for (; at + 4 <= length; at += 4) sum = mix(sum, words.getInt32(at, true));
  for (; at < length; at++) sum = mix(sum, bytes[at] as number);
  return (sum >>> 0).toString(16).padStart(SUM_LENGTH, "0");
}

/** The rotation spreads differences in high bits to low ones. */
function mix(sum: number, word: number): number {
  const product = Math.imul(sum ^ word, 0x9e3779b1);
  return (product << 13) | (product >>> 19);
}

function bytesOf(column: Float64Array | Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}
