import { closeSync, openSync, readSync, statSync } from "node:fs";
import { decodeLine } from "../../session/entries/codec.ts";
import type { FileEntry, SessionHeader } from "../../session/entries/entry.ts";
import { validateHeader } from "../../session/entries/validate-entry.ts";
import { ifPossible } from "./storage-error.ts";

const FIRST_READ = 4096;
const LARGEST_HEADER = 1 << 20;

export interface FirstLine {
  readonly value: FileEntry | undefined;
  /** Offset of the next line. */
  readonly end: number;
}

/** Reads only the first line of a file. */
export function readFirstLine(fd: number): FirstLine {
  for (let size = FIRST_READ; ; size *= 16) {
    const bytes = Buffer.alloc(size);
    const count = readSync(fd, bytes, 0, size, 0);
    const newline = bytes.subarray(0, count).indexOf(10);
    if (newline < 0 && count === size && size < LARGEST_HEADER) continue;
    const end = newline < 0 ? count : newline;
    const text = bytes.toString("utf8", 0, end).replace(/^\uFEFF/, "");
    return { value: decodeLine(text), end: newline < 0 ? count : newline + 1 };
  }
}

/** Reads only the header of a file. Returns `undefined` if there is no header or no such file. */
export function readSessionHeader(path: string): SessionHeader | undefined {
  return ifPossible(() => {
    if (!statSync(path).isFile()) return undefined;
    const fd = openSync(path, "r");
    try {
      return validateHeader(readFirstLine(fd).value);
    } finally {
      closeSync(fd);
    }
  });
}
