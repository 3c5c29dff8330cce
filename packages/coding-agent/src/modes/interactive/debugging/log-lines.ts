import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { getLogsDir } from "../../../core/paths/index.ts";

export interface LogLine {
  readonly file: string;
  readonly text: string;
}

export interface LogLines {
  readonly lines: readonly LogLine[];
  /** Older lines exist that were not read. */
  readonly isCut: boolean;
}

const MAX_LINES = 5000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Reads the end of the logs, the newest file last, at most 5000 lines and 2 MiB. */
export async function readLogLines(agentDir: string, { lines: most = MAX_LINES } = {}): Promise<LogLines> {
  const folder = getLogsDir(agentDir);
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d.*\.log$/.test(name)).sort();
  let read: LogLine[] = [];
  let bytes = MAX_BYTES;
  let isCut = false;
  for (const name of names.toReversed()) {
    const { text, isWhole } = await readEnd(join(folder, name), bytes);
    bytes -= Buffer.byteLength(text);
    const found = text.split("\n").filter((line) => line !== "");
    read = [...found.map((line) => ({ file: name, text: line })), ...read];
    isCut = !isWhole;
    if (isCut || read.length >= most) break;
  }
  return { lines: read.slice(-most), isCut: isCut || read.length > most };
}

async function readEnd(path: string, most: number): Promise<{ text: string; isWhole: boolean }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, most);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const text = buffer.subarray(0, bytesRead).toString("utf8");
    // The first line may have lost its beginning.
    return { text: length < size ? text.slice(text.indexOf("\n") + 1) : text, isWhole: length === size };
  } finally {
    await file.close();
  }
}
