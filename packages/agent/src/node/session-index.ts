import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EntryColumns, EntryTable } from "./entry-table.ts";
import type { DamagedLine } from "./log-contents.ts";
import { makeFolder } from "./make-folder.ts";
import { pathKey } from "./path-key.ts";
import { errorCode, ifPossible, ignoreMissing } from "./storage-error.ts";

/** The shape of a session file up to `size`, kept so that the file need not be read again to know it. */
export interface SessionIndex {
  readonly size: number;
  readonly table: EntryTable;
  readonly damaged: readonly DamagedLine[];
}

/** What can be known of a session without its table. */
export interface IndexSummary {
  readonly size: number;
  readonly messageCount: number;
  readonly name?: string;
}

interface IndexHead extends IndexSummary {
  readonly format: number;
  readonly path: string;
  readonly inode: number;
  /** The bytes just before `size`: a file that was replaced or edited has others there. */
  readonly seal: string;
  readonly damaged: readonly DamagedLine[];
  readonly count: number;
  readonly types: string[];
}

const FORMAT = 2;
const SEALED_BYTES = 512;
const HEAD_BYTES = 64 * 1024;

/** Indexes of session files, in a cache: any of them may vanish at any time, and none lies beside a session. */
export class IndexCache {
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** `undefined` where there is none that fits the file, or none that can be read. */
  load(path: string, fd: number): SessionIndex | undefined {
    const bytes = ifPossible(() => readFileSync(this.fileOf(path)));
    const head = bytes && readHead(bytes);
    if (!bytes || !head || !fits(head, path, fd)) return undefined;
    const columns = unpack(bytes, head);
    return columns && { size: head.size, damaged: head.damaged, table: new EntryTable(columns) };
  }

  /** A cache that cannot be written is no trouble. */
  save(path: string, fd: number, index: SessionIndex, summary: Omit<IndexSummary, "size">): void {
    const file = this.fileOf(path);
    const temporary = `${file}.${process.pid}`;
    try {
      makeFolder(this.directory, 0o700);
      writeFileSync(temporary, pack(path, fd, index, summary), { mode: 0o600 });
      renameSync(temporary, file);
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      ignoreMissing(() => unlinkSync(temporary));
    }
  }

  /** The beginning of an index alone. `undefined` where there is none that fits the file. */
  summarize(path: string, fd: number): IndexSummary | undefined {
    const head = ifPossible(() => readBeginning(this.fileOf(path)));
    return head && fits(head, path, fd) ? head : undefined;
  }

  private fileOf(path: string): string {
    return join(this.directory, pathKey(path));
  }
}

function readBeginning(file: string): IndexHead | undefined {
  const fd = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    return readHead(bytes.subarray(0, readSync(fd, bytes, 0, HEAD_BYTES, 0)));
  } finally {
    closeSync(fd);
  }
}

function fits(head: IndexHead, path: string, fd: number): boolean {
  const { ino, size } = fstatSync(fd);
  return head.path === path && head.inode === ino && head.size <= size && head.seal === sealOf(fd, head.size);
}

function sealOf(fd: number, size: number): string {
  const bytes = Buffer.alloc(Math.min(SEALED_BYTES, size));
  const count = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString("base64", 0, count);
}

/** One line of JSON, padded to eight bytes, then the columns, the widest first so that each lies at a multiple of its width. */
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
  const text = Buffer.from(JSON.stringify(head));
  const padding = Buffer.alloc(7 - (text.length % 8), " ");
  const idLength = count === 0 ? 0 : (columns.idEnds[count - 1] ?? 0);
  return Buffer.concat([
    text,
    padding,
    Buffer.from("\n"),
    ...[columns.offsets, columns.lengths, columns.parents, columns.hashes, columns.idEnds].map((column) =>
      bytesOf(column.subarray(0, count)),
    ),
    columns.typeCodes.subarray(0, count),
    columns.idBytes.subarray(0, idLength),
  ]);
}

function unpack(bytes: Buffer, { count, types }: IndexHead): EntryColumns | undefined {
  let at = bytes.indexOf(10) + 1;
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

function readHead(bytes: Buffer): IndexHead | undefined {
  const end = bytes.indexOf(10);
  if (end < 0) return undefined;
  try {
    const head = JSON.parse(bytes.toString("utf8", 0, end)) as IndexHead;
    return head.format === FORMAT ? head : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function bytesOf(column: Float64Array | Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}
