import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { SessionStats } from "../stats.ts";
import { EntryCounter } from "./count-entry.ts";

const CHUNK_BYTES = 256 * 1024;
/** A longer line, such as one with large images, is skipped: no answer of a model is that long. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const CHECKED_BYTES = 256;
const NEWLINE = 10;

/** How far a session file was read, so that the next time only what was added is. */
export interface ScanState {
  /** After the last whole line. */
  readonly offset: number;
  /** Of the bytes before the offset: another value means that the file was written anew. */
  readonly check: string;
  readonly stats: SessionStats;
  readonly header: { readonly timestamp: string; readonly isFork: boolean };
}

/** Reads a session file from where an earlier scan has ended, in bounded memory. Rejects if it is no session. */
export async function scanSession(path: string, earlier?: ScanState): Promise<ScanState> {
  const file = await open(path);
  try {
    const continues = earlier !== undefined && (await checkAt(file, earlier.offset)) === earlier.check;
    const counter = new EntryCounter(continues ? earlier : undefined);
    const offset = await readLines(file, continues ? earlier.offset : 0, counter);
    return { offset, check: await checkAt(file, offset), ...counter.finish() };
  } finally {
    await file.close();
  }
}

/** Hands each whole line to the counter. Resolves to where the last one ends. */
async function readLines(file: FileHandle, from: number, counter: EntryCounter): Promise<number> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let parts: Buffer[] = [];
  let length = 0;
  let end = from;
  for (let at = from; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return end;
    let begin = 0;
    for (let stop = chunk.indexOf(NEWLINE); stop >= 0 && stop < bytesRead; stop = chunk.indexOf(NEWLINE, begin)) {
      if (length + stop - begin <= MAX_LINE_BYTES) counter.line(Buffer.concat([...parts, chunk.subarray(begin, stop)]));
      else counter.tooLong();
      parts = [];
      length = 0;
      begin = stop + 1;
      end = at + begin;
    }
    length += bytesRead - begin;
    if (length <= MAX_LINE_BYTES && begin < bytesRead) parts.push(Buffer.from(chunk.subarray(begin, bytesRead)));
    else parts = [];
    at += bytesRead;
  }
}

async function checkAt(file: FileHandle, offset: number): Promise<string> {
  const length = Math.min(CHECKED_BYTES, offset);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset - length);
  return createHash("sha1").update(buffer.subarray(0, bytesRead)).digest("base64");
}
