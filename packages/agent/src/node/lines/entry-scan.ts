import type { EntryRow } from "../index/entry-row.ts";

const NOTHING = new Uint8Array(0);
const QUOTE = 34;
const BACKSLASH = 92;
/** Bytes that represent themselves in a JSON string. They include no newline, so no separate check is needed. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 32 && byte <= 126 && byte !== QUOTE && byte !== BACKSLASH),
);
const COMMA = 44;
const TYPE_LENGTH = 9;
const ID_LENGTH = 7;
const PARENT_LENGTH = 12;

/**
 * Reads the fields that the format puts first, directly from the bytes of a line. One object is reused for a whole file, so that scanning a
 * hundred thousand lines creates no garbage.
 */
export class EntryScan implements EntryRow {
  bytes: Uint8Array = NOTHING;
  typeStart = 0;
  typeEnd = 0;
  idStart = 0;
  idEnd = 0;
  parentStart = -1;
  parentEnd = 0;
  offset = 0;
  length = 0;

  /** Returns false if the line does not start like an entry, so that only a parser can tell what it is. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    if (!isTypeKey(bytes, start)) return false;
    this.bytes = bytes;
    this.typeStart = start + TYPE_LENGTH;
    this.typeEnd = textEnd(bytes, this.typeStart);
    if (this.typeEnd < 0 || !isIdKey(bytes, this.typeEnd + 1)) return false;
    this.idStart = this.typeEnd + 1 + ID_LENGTH;
    this.idEnd = textEnd(bytes, this.idStart);
    if (this.idEnd < 0 || !isParentKey(bytes, this.idEnd + 1)) return false;
    return this.readParent(bytes, this.idEnd + 1 + PARENT_LENGTH) && this.fieldsEnd() < end;
  }

  /** Returns where the fields end. Bytes after a last line without a newline are not part of it. */
  private fieldsEnd(): number {
    return this.parentStart < 0 ? this.idEnd : this.parentEnd;
  }

  private readParent(bytes: Uint8Array, at: number): boolean {
    this.parentStart = -1;
    if (bytes[at] !== QUOTE) return isNull(bytes, at);
    this.parentStart = at + 1;
    this.parentEnd = textEnd(bytes, at + 1);
    return this.parentEnd >= 0 && bytes[this.parentEnd + 1] === COMMA;
  }
}

/** Returns where a string of plain ASCII ends; -1 if it has other characters or is empty. */
function textEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (IS_PLAIN[bytes[at] as number] === 1) at++;
  return at > start && bytes[at] === QUOTE ? at : -1;
}

// The keys are compared byte by byte: a loop would cost as much as the rest of the scan.

/** `{"type":"` */
function isTypeKey(b: Uint8Array, at: number): boolean {
  return (
    b[at] === 0x7b &&
    b[at + 1] === 0x22 &&
    b[at + 2] === 0x74 &&
    b[at + 3] === 0x79 &&
    b[at + 4] === 0x70 &&
    b[at + 5] === 0x65 &&
    b[at + 6] === 0x22 &&
    b[at + 7] === 0x3a &&
    b[at + 8] === 0x22
  );
}

/** `,"id":"` */
function isIdKey(b: Uint8Array, at: number): boolean {
  return (
    b[at] === 0x2c &&
    b[at + 1] === 0x22 &&
    b[at + 2] === 0x69 &&
    b[at + 3] === 0x64 &&
    b[at + 4] === 0x22 &&
    b[at + 5] === 0x3a &&
    b[at + 6] === 0x22
  );
}

/** `,"parentId":` */
function isParentKey(b: Uint8Array, at: number): boolean {
  return (
    b[at] === 0x2c &&
    b[at + 1] === 0x22 &&
    b[at + 2] === 0x70 &&
    b[at + 3] === 0x61 &&
    b[at + 4] === 0x72 &&
    b[at + 5] === 0x65 &&
    b[at + 6] === 0x6e &&
    b[at + 7] === 0x74 &&
    b[at + 8] === 0x49 &&
    b[at + 9] === 0x64 &&
    b[at + 10] === 0x22 &&
    b[at + 11] === 0x3a
  );
}

/** `null,` */
function isNull(b: Uint8Array, at: number): boolean {
  return b[at] === 0x6e && b[at + 1] === 0x75 && b[at + 2] === 0x6c && b[at + 3] === 0x6c && b[at + 4] === 0x2c;
}
