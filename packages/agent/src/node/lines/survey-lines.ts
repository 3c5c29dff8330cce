import type { FileHandle } from "node:fs/promises";

export interface LineSurvey {
  readonly messages: number;
  /** The last line that names the session. */
  readonly nameLine: string | undefined;
}

/** Most bytes of one file that a list reads. */
export const MAX_SURVEY = 4 << 20;

const NEWLINE = 10;
const MESSAGE = Buffer.from('{"type":"message"');
const NAME = Buffer.from('{"type":"session_info"');

/** Counts messages and finds the name between two positions, both at the start of a line, without decoding the lines. */
export async function surveyLines(file: FileHandle, from: number, to: number): Promise<LineSurvey> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(to - from), 0, to - from, from);
  const bytes = buffer.subarray(0, bytesRead);
  let messages = 0;
  let nameLine: string | undefined;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    if (startsWith(bytes, start, MESSAGE)) messages++;
    else if (startsWith(bytes, start, NAME)) nameLine = bytes.toString("utf8", start, end);
    start = end + 1;
  }
  return { messages, nameLine };
}

function startsWith(bytes: Buffer, start: number, mark: Buffer): boolean {
  return bytes.compare(mark, 0, mark.length, start, Math.min(start + mark.length, bytes.length)) === 0;
}
