/** Where an entry is in its file, and in its tree. */
export interface EntryRow {
  readonly id: string;
  readonly type: string;
  readonly parentId: string | null;
  readonly offset: number;
  /** In bytes, without the newline. */
  readonly length: number;
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

/**
 * The shape of a session: about 40 bytes per entry, in columns, so that a session of a hundred thousand entries costs a few
 * megabytes and is loaded from an index without making an object of each.
 */
export class EntryTable {
  private columns: EntryColumns;
  /** Open addressing; position + 1, 0 for free. Made at the first look-up. */
  private slots: Int32Array | undefined;

  constructor(columns: EntryColumns = emptyColumns()) {
    this.columns = columns;
  }

  get count(): number {
    return this.columns.count;
  }

  /** Returns the row's position. A parent that is not in the table gives -1, unless `fallbackParent` says otherwise. */
  add(row: EntryRow, fallbackParent = -1): number {
    const parent = row.parentId === null ? -1 : this.positionOf(row.parentId);
    const position = this.columns.count;
    this.reserve(Buffer.byteLength(row.id));
    const { offsets, lengths, parents, typeCodes, hashes } = this.columns;
    offsets[position] = row.offset;
    lengths[position] = row.length;
    parents[position] = row.parentId !== null && parent < 0 ? fallbackParent : parent;
    typeCodes[position] = this.typeCode(row.type);
    hashes[position] = hashOf(row.id);
    this.writeId(position, row.id);
    this.columns.count = position + 1;
    if (this.slots) this.insert(position);
    return position;
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
    const { idEnds, idBytes } = this.columns;
    const start = position === 0 ? 0 : (idEnds[position - 1] ?? 0);
    return Buffer.from(idBytes.buffer, idBytes.byteOffset + start, (idEnds[position] ?? start) - start).toString(
      "utf8",
    );
  }

  positionOf(id: string): number {
    const last = this.columns.count - 1;
    // The parent of an entry is most often the entry before it.
    if (last >= 0 && this.columns.hashes[last] === hashOf(id) && this.idAt(last) === id) return last;
    const slots = this.requireSlots();
    const hash = hashOf(id);
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const position = (slots[slot] ?? 0) - 1;
      if (position < 0) return -1;
      if (this.columns.hashes[position] === hash && this.idAt(position) === id) return position;
    }
  }

  toColumns(): EntryColumns {
    return this.columns;
  }

  private typeCode(type: string): number {
    const { types } = this.columns;
    const code = types.indexOf(type);
    if (code >= 0) return code;
    // One byte per row: a file with more kinds of entries than that has the rest in common.
    return types.length < 256 ? types.push(type) - 1 : 255;
  }

  private writeId(position: number, id: string): void {
    const start = position === 0 ? 0 : (this.columns.idEnds[position - 1] ?? 0);
    const { idBytes } = this.columns;
    const written = Buffer.from(idBytes.buffer, idBytes.byteOffset, idBytes.byteLength).write(id, start, "utf8");
    this.columns.idEnds[position] = start + written;
  }

  private reserve(idLength: number): void {
    const { columns } = this;
    const idEnd = columns.count === 0 ? 0 : (columns.idEnds[columns.count - 1] ?? 0);
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

  private requireSlots(): Int32Array {
    const wanted = slotCount(this.columns.count);
    if (this.slots && this.slots.length >= wanted) return this.slots;
    const slots = new Int32Array(wanted * 2);
    this.slots = slots;
    for (let position = 0; position < this.columns.count; position++) this.insert(position);
    return slots;
  }

  /** A later entry with the same id takes the place of the earlier. */
  private insert(position: number): void {
    if (!this.slots || this.slots.length < slotCount(position + 1)) {
      this.slots = undefined;
      return;
    }
    const { slots } = this;
    const hash = this.columns.hashes[position] ?? 0;
    let slot = hash & (slots.length - 1);
    for (let other = slots[slot] ?? 0; other !== 0; other = slots[slot] ?? 0) {
      if (this.columns.hashes[other - 1] === hash && this.idAt(other - 1) === this.idAt(position)) break;
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = position + 1;
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
    hashes: new Uint32Array(0),
    idEnds: new Uint32Array(0),
    idBytes: new Uint8Array(0),
  };
}

/** A power of two, at most half full. */
function slotCount(rows: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(32, rows * 2)));
}

function enlarged<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** FNV-1a. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
