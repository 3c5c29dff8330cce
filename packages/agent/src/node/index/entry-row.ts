import type { SessionEntry } from "../../session/entries/entry.ts";

/** The position of an entry in its file and in its tree. Type and ids are ranges of `bytes`. */
export interface EntryRow {
  readonly bytes: Uint8Array;
  readonly typeStart: number;
  readonly typeEnd: number;
  readonly idStart: number;
  readonly idEnd: number;
  /** -1 for a root. */
  readonly parentStart: number;
  readonly parentEnd: number;
  readonly offset: number;
  /** In bytes, without the newline. */
  readonly length: number;
}

export function rowOf({ type, id, parentId }: SessionEntry, offset: number, length: number): EntryRow {
  const bytes = Buffer.from(type + id + (parentId ?? ""));
  const typeEnd = Buffer.byteLength(type);
  const idEnd = typeEnd + Buffer.byteLength(id);
  return {
    bytes,
    typeStart: 0,
    typeEnd,
    idStart: typeEnd,
    idEnd,
    parentStart: parentId === null ? -1 : idEnd,
    parentEnd: bytes.length,
    offset,
    length,
  };
}
