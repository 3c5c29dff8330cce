import type { Span } from "./entry-glance.ts";

/** Where an entry is in its file, and in its tree. */
export interface EntryRow {
  id: Span;
  type: Span;
  /** Absent for a root. */
  parent: Span | undefined;
  offset: number;
  /** In bytes, without the newline. */
  length: number;
}

/** The table as plain arrays, to be kept on disk. */
export interface EntryColumns {
  count: number;
  types: string[];
  offsets: Float64Array;
  lengths: Uint32Array;
  parents: Int32Array;
  typeCodes: Uint8Array;
  hashes: Uint32Array;
  /** Where each id ends in `idBytes`. */
  idEnds: Uint32Array;
  idBytes: Uint8Array;
}

const INITIAL_ROWS = 64;
const MAX_TYPES = 256;

/**
 * The shape of a session: about 35 bytes per entry, in columns, so that a session of a hundred thousand entries costs a few
 * megabytes and is loaded from an index without making an object of each.
 */
export class EntryTable {
  private readonly columns: EntryColumns;
  /** Open addressing; position + 1, 0 for free. Made at the first look-up. */
  private slots: Int32Array | undefined;

  constructor(columns: EntryColumns = emptyColumns()) {
    this.columns = columns;
  }

  get count(): number {
    return this.columns.count;
  }

  /** A parent that is not in the table gives `fallbackParent`. Returns false where the id has been used before. */
  add(row: EntryRow, fallbackParent = -1): boolean {
    const { columns } = this;
    const position = columns.count;
    const parent = row.parent ? this.findParent(row.parent) : -1;
    this.reserve(row.id.end - row.id.start);
    columns.offsets[position] = row.offset;
    columns.lengths[position] = row.length;
    columns.parents[position] = row.parent && parent < 0 ? fallbackParent : parent;
    columns.typeCodes[position] = this.typeCode(row.type);
    columns.hashes[position] = hashOf(row.id);
    const start = this.idStart(position);
    for (let at = row.id.start; at < row.id.end; at++)
      columns.idBytes[start + at - row.id.start] = row.id.bytes[at] ?? 0;
    columns.idEnds[position] = start + row.id.end - row.id.start;
    const slots = this.requireSlots();
    columns.count = position + 1;
    return this.insert(slots, position, row.id);
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

  positionOf(id: string): number {
    return this.find(spanOf(id));
  }

  /** -1 where there is none; the last one where an id was used twice. */
  find(id: Span): number {
    const slots = this.requireSlots();
    const hash = hashOf(id);
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const position = (slots[slot] ?? 0) - 1;
      if (position < 0 || (this.columns.hashes[position] === hash && this.hasId(position, id))) return position;
    }
  }

  /** Most often the entry before. */
  private findParent(id: Span): number {
    const last = this.columns.count - 1;
    return last >= 0 && this.hasId(last, id) ? last : this.find(id);
  }

  toColumns(): EntryColumns {
    return this.columns;
  }

  private idStart(position: number): number {
    return position === 0 ? 0 : (this.columns.idEnds[position - 1] ?? 0);
  }

  private hasId(position: number, { bytes, start, end }: Span): boolean {
    const { idBytes, idEnds } = this.columns;
    const own = this.idStart(position);
    if ((idEnds[position] ?? 0) - own !== end - start) return false;
    for (let at = start; at < end; at++) if (idBytes[own + at - start] !== bytes[at]) return false;
    return true;
  }

  private typeCode({ bytes, start, end }: Span): number {
    const { types } = this.columns;
    const code = types.findIndex((type) => {
      if (type.length !== end - start) return false;
      for (let at = start; at < end; at++) if (type.charCodeAt(at - start) !== bytes[at]) return false;
      return true;
    });
    if (code >= 0) return code;
    // One byte per row: a file with more kinds of entries than that has the rest in common.
    if (types.length >= MAX_TYPES) return MAX_TYPES - 1;
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
    columns.hashes = enlarged(columns.hashes, new Uint32Array(rows));
    columns.idEnds = enlarged(columns.idEnds, new Uint32Array(rows));
  }

  /** Kept at most half full. */
  private requireSlots(): Int32Array {
    const { count } = this.columns;
    if (this.slots && this.slots.length > count * 2) return this.slots;
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, count + 1))) * 4);
    const { idBytes, idEnds } = this.columns;
    const id: Span = { bytes: idBytes, start: 0, end: 0 };
    for (let position = 0; position < count; position++) {
      id.start = this.idStart(position);
      id.end = idEnds[position] ?? 0;
      this.insert(slots, position, id);
    }
    this.slots = slots;
    return slots;
  }

  /** A later entry with the same id takes the place of the earlier: false then. */
  private insert(slots: Int32Array, position: number, id: Span): boolean {
    const { hashes } = this.columns;
    const hash = hashes[position] ?? 0;
    let slot = hash & (slots.length - 1);
    let other = slots[slot] ?? 0;
    while (other !== 0 && !(hashes[other - 1] === hash && this.hasId(other - 1, id))) {
      slot = (slot + 1) & (slots.length - 1);
      other = slots[slot] ?? 0;
    }
    slots[slot] = position + 1;
    return other === 0;
  }
}

export function spanOf(text: string): Span {
  const bytes = new TextEncoder().encode(text);
  return { bytes, start: 0, end: bytes.length };
}

function emptyColumns(): EntryColumns {
  return {
    count: 0,
    types: [],
    offsets: new Float64Array(0),
    lengths: new Uint32Array(0),
    parents: new Int32Array(0),
    typeCodes: new Uint8Array(0),
    hashes: new Uint32Array(0),
    idEnds: new Uint32Array(0),
    idBytes: new Uint8Array(0),
  };
}

function enlarged<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** FNV-1a. */
function hashOf({ bytes, start, end }: Span): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 0;
}
