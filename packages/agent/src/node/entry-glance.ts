/** A piece of a buffer. */
export interface Span {
  bytes: Uint8Array;
  start: number;
  end: number;
}

const TYPE = ascii('{"type":"');
const ID = ascii(',"id":"');
const PARENT = ascii(',"parentId":');
const NULL = ascii("null,");
const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;

/**
 * Reads the fields that the format puts first, straight from the bytes of a line. One object serves a whole file: a scan of a
 * hundred thousand lines leaves nothing to collect.
 */
export class EntryGlance {
  readonly type: Span = { bytes: TYPE, start: 0, end: 0 };
  readonly id: Span = { bytes: TYPE, start: 0, end: 0 };
  readonly parent: Span = { bytes: TYPE, start: 0, end: 0 };
  isRoot = false;

  /** False where the line does not begin as an entry does: only a parser can tell what it is. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    if (!matches(bytes, start, TYPE) || !readText(this.type, bytes, start + TYPE.length, end)) return false;
    const afterType = this.type.end + 1;
    if (!matches(bytes, afterType, ID) || !readText(this.id, bytes, afterType + ID.length, end)) return false;
    const afterId = this.id.end + 1;
    if (!matches(bytes, afterId, PARENT)) return false;
    const value = afterId + PARENT.length;
    this.isRoot = matches(bytes, value, NULL);
    if (this.isRoot) return true;
    if (bytes[value] !== QUOTE || !readText(this.parent, bytes, value + 1, end)) return false;
    return bytes[this.parent.end + 1] === COMMA;
  }
}

/** A string of plain ASCII, up to its closing quote, that is not empty. */
function readText(span: Span, bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      span.bytes = bytes;
      span.start = start;
      span.end = at;
      return at > start;
    }
    if (byte < 32 || byte > 126 || byte === BACKSLASH) return false;
  }
  return false;
}

function matches(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false;
  return true;
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
