import { readSync } from "node:fs";

const CHUNK = 1 << 20;
const LF = 10;

/**
 * One line of a file: bytes `start` to `end` of `bytes`, without its newline. The object is reused, so it is valid only during the call.
 */
export interface ScannedLine {
  bytes: Buffer;
  start: number;
  end: number;
  /** Offset of the line in the file. */
  offset: number;
  /** False for a last line without a newline. */
  complete: boolean;
}

/** Reads a file once from `from` to `to` and passes every line to `onLine`. The buffer grows for a longer line. */
export function scanLines(fd: number, from: number, to: number, onLine: (line: ScannedLine) => void): void {
  let bytes: Buffer = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK, to - from)));
  const line: ScannedLine = { bytes, start: 0, end: 0, offset: from, complete: true };
  let base = from;
  let filled = 0;
  let searched = 0;
  while (base + filled < to) {
    if (filled === bytes.length) bytes = grow(bytes);
    const wanted = Math.min(bytes.length - filled, to - base - filled);
    const count = readSync(fd, bytes, filled, wanted, base + filled);
    if (count === 0) break;
    filled += count;
    let start = 0;
    const view = bytes.subarray(0, filled);
    line.bytes = bytes;
    for (let end = view.indexOf(LF, searched); end >= 0; end = view.indexOf(LF, start)) {
      line.start = start;
      line.end = end;
      line.offset = base + start;
      onLine(line);
      start = end + 1;
    }
    bytes.copyWithin(0, start, filled);
    base += start;
    filled -= start;
    searched = filled;
  }
  if (filled > 0) onLine({ bytes, start: 0, end: filled, offset: base, complete: false });
}

function grow(bytes: Buffer): Buffer {
  const larger = Buffer.allocUnsafe(bytes.length * 2);
  bytes.copy(larger);
  return larger;
}
