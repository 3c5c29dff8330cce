import { decodePath } from "./path-bytes.ts";

/** One file in a git index. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: number;
  readonly id: string;
  /** Size of the file when git last compared it. */
  readonly size: number;
  /** Not a plain file that git compares: in conflict, skipped by a sparse checkout, or assumed to be unchanged. */
  readonly isSpecial: boolean;
}

/** Returns the number of files in an index, read from its first twelve bytes. */
export function countEntries(bytes: Buffer): number {
  return bytes.length >= 12 ? bytes.readUInt32BE(8) : 0;
}

/** Reads git's index (versions 2 to 4, SHA-1). Returns `undefined` if it has another format or a part of it is in another file. */
export function readGitIndex(bytes: Buffer): IndexEntry[] | undefined {
  if (bytes.length < 32 || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const entries: IndexEntry[] = [];
  let offset = 12;
  let previous: Buffer = Buffer.alloc(0);
  for (let left = countEntries(bytes); left > 0; left--) {
    const flags = bytes.readUInt16BE(offset + 60);
    const isExtended = (flags & 0x4000) !== 0;
    const more = isExtended ? bytes.readUInt16BE(offset + 62) : 0;
    const name = readName(bytes, offset + (isExtended ? 64 : 62), version === 4 ? previous : undefined);
    previous = name.path;
    entries.push({
      path: decodePath(name.path),
      mode: bytes.readUInt32BE(offset + 24),
      size: bytes.readUInt32BE(offset + 36),
      id: bytes.toString("hex", offset + 40, offset + 60),
      isSpecial: (flags & 0xb000) !== 0 || (more & 0x6000) !== 0,
    });
    offset = version === 4 ? name.end : offset + ((name.end - 1 - offset + 8) & ~7);
  }
  return isWhole(bytes, offset) ? entries : undefined;
}

/** Reads a name. In version 4, a name states how much of the end of the previous name it replaces. */
function readName(bytes: Buffer, start: number, previous: Buffer | undefined): { path: Buffer; end: number } {
  let from = start;
  let kept: Buffer = Buffer.alloc(0);
  if (previous) {
    let byte = bytes[from++] ?? 0;
    let cut = byte & 0x7f;
    while (byte & 0x80) {
      byte = bytes[from++] ?? 0;
      cut = ((cut + 1) << 7) | (byte & 0x7f);
    }
    kept = previous.subarray(0, previous.length - cut);
  }
  const end = bytes.indexOf(0, from);
  return { path: Buffer.concat([kept, bytes.subarray(from, end)]), end: end + 1 };
}

/** Returns whether the index is complete. `link`: the rest is in a shared index. `sdir`: whole folders stand for their files. */
function isWhole(bytes: Buffer, start: number): boolean {
  for (let offset = start; offset + 8 <= bytes.length - 20; offset += 8 + bytes.readUInt32BE(offset + 4)) {
    const name = bytes.toString("latin1", offset, offset + 4);
    if (name === "link" || name === "sdir") return false;
  }
  return true;
}
