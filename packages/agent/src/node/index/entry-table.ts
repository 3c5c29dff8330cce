import type { EntryRow } from "./entry-row.ts";

/** The table as plain arrays, as stored on disk. */
export interface EntryColumns {
  count: number;
  types: string[];
  offsets: Float64Array;
  lengths: Uint32Array;
  parents: Int32Array;
  typeCodes: Uint8Array;
  hashes: Int32Array;
  /** The end of each id in `idBytes`. */
  idEnds: Uint32Array;
  idBytes: Uint8Array;
}

const INITIAL_ROWS = 64;
const MAX_TYPES = 256;
/** Slots per row, with rows rounded up to a power of two. Slots are rebuilt each time the table has grown fourfold. */
const SLOTS_PER_ROW = 8;

/**
 * The structure of a session: about 35 bytes per entry, in columns. A session of a hundred thousand entries takes a few megabytes and loads
 * from an index without creating an object per entry.
 */
export class EntryTable {
  private readonly columns: EntryColumns;
  /** Hash table with open addressing: position + 1, or 0 for a free slot. Created at the first look-up. */
  private slots: Int32Array | undefined;
  private typeBytes: Uint8Array[] | undefined;

  constructor(columns: EntryColumns = emptyColumns()) {
    this.columns = columns;
  }

  get count(): number {
    return this.columns.count;
  }

  /** Adds a row. A parent that is not in the table becomes `fallbackParent`. Returns false if the id is already in use. */
  add(row: EntryRow, fallbackParent = -1): boolean {
    const { columns } = this;
    const { bytes, idStart, idEnd } = row;
    const position = columns.count;
    const parent = row.parentStart < 0 ? -1 : this.findParent(bytes, row.parentStart, row.parentEnd);
    this.reserve(idEnd - idStart);
    const { idBytes } = columns;
    let end = this.idStart(position);
    let hash = HASH_START;
    for (let at = idStart; at < idEnd; at++) {
      const byte = bytes[at] as number;
      idBytes[end++] = byte;
      hash = hashStep(hash, byte);
    }
    columns.offsets[position] = row.offset;
    columns.lengths[position] = row.length;
    columns.parents[position] = row.parentStart >= 0 && parent < 0 ? fallbackParent : parent;
    columns.typeCodes[position] = this.typeCode(bytes, row.typeStart, row.typeEnd);
    columns.hashes[position] = hash;
    columns.idEnds[position] = end;
    const slots = this.requireSlots();
    columns.count = position + 1;
    return this.insert(slots, position);
  }

  offsetAt(position: number): number {
    return this.columns.offsets[position] ?? 0;
  }

  lengthAt(position: number): number {
    return this.columns.lengths[position] ?? 0;
  }

  parentAt(position: number): number {
    return this.columns.parents[position] ?? -1;
  }

  typeAt(position: number): string {
    return this.columns.types[this.columns.typeCodes[position] ?? -1] ?? "";
  }

  idAt(position: number): string {
    const { idBytes, idEnds } = this.columns;
    return new TextDecoder().decode(idBytes.subarray(this.idStart(position), idEnds[position]));
  }

  /** Returns -1 if there is none; the last position if an id was used twice. */
  positionOf(id: string): number {
    const bytes = Buffer.from(id);
    return this.find(bytes, 0, bytes.length);
  }

  toColumns(): EntryColumns {
    return this.columns;
  }

  private idStart(position: number): number {
    return position === 0 ? 0 : (this.columns.idEnds[position - 1] ?? 0);
  }

  private find(bytes: Uint8Array, start: number, end: number): number {
    const slots = this.requireSlots();
    const hash = hashOf(bytes, start, end);
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const position = (slots[slot] ?? 0) - 1;
      if (position < 0) return -1;
      if (this.columns.hashes[position] === hash && this.hasId(position, bytes, start, end)) return position;
    }
  }

  /** The parent is usually the previous entry. */
  private findParent(bytes: Uint8Array, start: number, end: number): number {
    const last = this.columns.count - 1;
    return last >= 0 && this.hasId(last, bytes, start, end) ? last : this.find(bytes, start, end);
  }

  private hasId(position: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { idBytes, idEnds } = this.columns;
    let own = this.idStart(position);
    if ((idEnds[position] as number) - own !== end - start) return false;
    for (let at = start; at < end; at++) if (idBytes[own++] !== bytes[at]) return false;
    return true;
  }

  private typeCode(bytes: Uint8Array, start: number, end: number): number {
    const { types } = this.columns;
    this.typeBytes ??= types.map((type) => Buffer.from(type));
    for (let code = 0; code < this.typeBytes.length; code++) {
      if (spells(this.typeBytes[code] as Uint8Array, bytes, start, end)) return code;
    }
    // Types take one byte per row: in a file with more types, the excess types share one code.
    if (types.length >= MAX_TYPES) return MAX_TYPES - 1;
    this.typeBytes.push(bytes.slice(start, end));
    return types.push(new TextDecoder().decode(bytes.subarray(start, end))) - 1;
  }

  private reserve(idLength: number): void {
    const { columns } = this;
    const idEnd = this.idStart(columns.count);
    if (idEnd + idLength > columns.idBytes.length) {
      columns.idBytes = enlarged(columns.idBytes, new Uint8Array(Math.max(1024, (idEnd + idLength) * 2)));
    }
    if (columns.count < columns.offsets.length) return;
    const rows = Math.max(INITIAL_ROWS, columns.count * 2);
    columns.offsets = enlarged(columns.offsets, new Float64Array(rows));
    columns.lengths = enlarged(columns.lengths, new Uint32Array(rows));
    columns.parents = enlarged(columns.parents, new Int32Array(rows));
    columns.typeCodes = enlarged(columns.typeCodes, new Uint8Array(rows));
    columns.hashes = enlarged(columns.hashes, new Int32Array(rows));
    columns.idEnds = enlarged(columns.idEnds, new Uint32Array(rows));
  }

  /** Keeps the hash table at most half full. */
  private requireSlots(): Int32Array {
    const { count } = this.columns;
    if (this.slots && this.slots.length > count * 2) return this.slots;
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, count + 1))) * SLOTS_PER_ROW);
    for (let position = 0; position < count; position++) this.insert(slots, position);
    this.slots = slots;
    return slots;
  }

  /** Inserts a row. A later entry with the same id replaces the earlier one; the result is then false. */
  private insert(slots: Int32Array, position: number): boolean {
    const { hashes, idBytes, idEnds } = this.columns;
    const hash = hashes[position];
    const mask = slots.length - 1;
    let slot = (hash as number) & mask;
    let other = slots[slot] as number;
    while (other !== 0) {
      const isSame =
        hashes[other - 1] === hash &&
        this.hasId(other - 1, idBytes, this.idStart(position), idEnds[position] as number);
      if (isSame) break;
      slot = (slot + 1) & mask;
      other = slots[slot] as number;
    }
    slots[slot] = position + 1;
    return other === 0;
  }
}

function emptyColumns(): EntryColumns {
  return {
    count: 0,
    types: [],
    offsets: new Float64Array(0),
    lengths: new Uint32Array(0),
    parents: new Int32Array(0),
    typeCodes: new Uint8Array(0),
    hashes: new Int32Array(0),
    idEnds: new Uint32Array(0),
    idBytes: new Uint8Array(0),
  };
}

function enlarged<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function spells(text: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = start; at < end; at++) if (text[at - start] !== bytes[at]) return false;
  return true;
}

/** FNV-1a with signed numbers: the engine allocates an object for an unsigned 32-bit number until the code is compiled. */
const HASH_START = 0x811c9dc5 | 0;

function hashStep(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_START;
  for (let at = start; at < end; at++) hash = hashStep(hash, bytes[at] as number);
  return hash;
}
