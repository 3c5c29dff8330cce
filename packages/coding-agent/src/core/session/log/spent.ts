import { open } from "node:fs/promises";
import { addUsage, type MessageTotals, messageTotals, type SessionEntry, type SessionLog } from "@tau/agent";

/** The cost of a whole session, including compacted messages, abandoned branches, failed attempts and summaries. */
export type Spent = Pick<MessageTotals, "tokens" | "cost">;

const CHUNK = 1 << 18;
/** Matches `usage` only as a key: inside a JSON string the quotes would be escaped. */
const USAGE = Buffer.from('"usage":{');
const LF = 10;

export function spentIn(log: SessionLog): Spent {
  const totals = messageTotals([]);
  for (const entry of log.getEntries()) count(entry, totals);
  return { tokens: totals.tokens, cost: totals.cost };
}

/** Computes the same from the first `size` bytes of a session's file, in chunks and without keeping entries in memory. For long sessions. */
export async function readSpent(path: string, size: number): Promise<Spent> {
  const totals = messageTotals([]);
  const file = await open(path, "r");
  try {
    let buffer: Buffer = Buffer.allocUnsafe(CHUNK);
    let kept = 0;
    for (let offset = 0; offset < size; ) {
      if (kept === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
      const { bytesRead } = await file.read(buffer, kept, Math.min(buffer.length - kept, size - offset), offset);
      if (bytesRead === 0) break;
      offset += bytesRead;
      const text = buffer.subarray(0, kept + bytesRead);
      const end = offset < size ? text.lastIndexOf(LF) + 1 : text.length;
      for (const line of linesWithUsage(text.subarray(0, end))) countLine(line, totals);
      kept = text.copy(buffer, 0, end);
    }
  } finally {
    await file.close();
  }
  return { tokens: totals.tokens, cost: totals.cost };
}

/** Yields the lines that contain a usage; most lines are texts without one and are skipped without parsing. */
function* linesWithUsage(text: Buffer): Generator<string> {
  for (let at = text.indexOf(USAGE); at >= 0; ) {
    const end = text.indexOf(LF, at);
    yield text.toString("utf8", text.lastIndexOf(LF, at) + 1, end < 0 ? text.length : end);
    at = end < 0 ? -1 : text.indexOf(USAGE, end);
  }
}

/** Counts one line. Damaged lines are ignored: they were reported when the session was opened. */
function countLine(line: string, totals: MessageTotals): void {
  try {
    count(JSON.parse(line) as SessionEntry, totals);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
}

function count(entry: SessionEntry, totals: MessageTotals): void {
  const source = entry.type === "message" ? entry.message : entry;
  if ("usage" in source && source.usage) addUsage(totals, source.usage);
}
