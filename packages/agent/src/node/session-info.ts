import { type FileHandle, open } from "node:fs/promises";
import type { AgentMessage } from "../contract/messages.ts";
import { decodeLine, isSessionHeader } from "../session/codec.ts";
import type { FileEntry, SessionEntry, SessionHeader } from "../session/entry.ts";
import type { IndexCache, IndexSummary } from "./session-index.ts";

export interface SessionInfo {
  path: string;
  id: string;
  /** Empty for files that do not say. */
  cwd: string;
  name?: string;
  /** The session this one was forked from. */
  parentSessionPath?: string;
  created: Date;
  modified: Date;
  /** Exact for a session that was read whole; estimated from its beginning and end for a larger one. */
  messageCount: number;
  firstMessage: string;
  /** Text to search in: of the whole session, or of its beginning and end. */
  allMessagesText: string;
}

/** What is decoded of a file at either end, however long it is. */
const WINDOW = 64 * 1024;
/** Up to here the part between is at least searched for a name. */
const SEARCHED = 512 * 1024;
const NAME_MARK = '{"type":"session_info"';

/** `undefined` for a file that is no session. */
export async function readSessionInfo(path: string, index: IndexCache): Promise<SessionInfo | undefined> {
  const file = await open(path, "r");
  try {
    const { size, ino, mtime } = await file.stat();
    const { head, middle, tail } = await readParts(file, size);
    const [header, ...entries] = decodeAll(`${head}\n${tail}`);
    if (!isSessionHeader(header)) return undefined;
    const known = size > SEARCHED ? index.summarize(path, size, ino) : undefined;
    const name = nameIn(decodeAll(tail)) ?? nameIn(namedLines(middle)) ?? known?.name ?? nameIn(decodeAll(head));
    const share = size / Math.max(1, head.length + tail.length);
    return describe({ path, header, entries, name, share, known, changed: mtime });
  } finally {
    await file.close();
  }
}

interface Excerpt {
  readonly path: string;
  readonly header: SessionHeader;
  readonly entries: readonly FileEntry[];
  /** How many times larger the file is than what was read. */
  readonly share: number;
  readonly name: string | undefined;
  readonly known: IndexSummary | undefined;
  readonly changed: Date;
}

function describe({ path, header, entries, share, changed, ...excerpt }: Excerpt): SessionInfo {
  const messages = entries.flatMap((entry) => (entry.type === "message" && entry.message ? [entry.message] : []));
  const texts = messages.map(textOf).filter((text) => text !== "");
  const firstUser = messages.find((message) => message.role === "user" && textOf(message) !== "");
  const name = excerpt.name ?? header.title?.trim();
  return {
    path,
    id: header.id,
    cwd: header.cwd ?? "",
    ...(name ? { name } : {}),
    ...(header.parentSession ? { parentSessionPath: header.parentSession } : {}),
    created: dateOf(header.timestamp) ?? changed,
    modified: dateOf((entries.at(-1) as SessionEntry | undefined)?.timestamp) ?? changed,
    messageCount: excerpt.known?.messageCount ?? Math.round(messages.length * Math.max(1, share)),
    firstMessage: firstUser ? textOf(firstUser) : "(no messages)",
    allMessagesText: texts.join(" "),
  };
}

/** An empty name takes the earlier ones away. */
function nameIn(entries: readonly FileEntry[]): string | undefined {
  const info = entries.findLast((entry) => entry.type === "session_info");
  return info?.type === "session_info" ? (info.name?.trim() ?? "") : undefined;
}

function namedLines(text: string): FileEntry[] {
  const start = text.lastIndexOf(NAME_MARK);
  return start < 0 ? [] : decodeAll(text.slice(start, text.indexOf("\n", start)));
}

function decodeAll(text: string): FileEntry[] {
  return text.split("\n").flatMap((line) => decodeLine(line) ?? []);
}

export function textOf(message: AgentMessage): string {
  if (!("content" in message) || (message.role !== "user" && message.role !== "assistant")) return "";
  if (typeof message.content === "string") return message.content;
  if (!Array.isArray(message.content)) return "";
  return message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(" ");
}

function dateOf(timestamp: string | undefined): Date | undefined {
  const time = Date.parse(timestamp ?? "");
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** The beginning and the end, in whole lines, and what lies between if it is not too much. */
async function readParts(file: FileHandle, size: number): Promise<{ head: string; middle: string; tail: string }> {
  if (size > SEARCHED) {
    const head = await read(file, 0, WINDOW);
    const tail = await read(file, size - WINDOW, WINDOW);
    return { head: head.slice(0, head.lastIndexOf("\n") + 1), middle: "", tail: tail.slice(tail.indexOf("\n") + 1) };
  }
  const text = await read(file, 0, size);
  if (size <= 2 * WINDOW) return { head: text, middle: "", tail: "" };
  const headEnd = text.lastIndexOf("\n", WINDOW) + 1;
  const tailStart = text.indexOf("\n", text.length - WINDOW) + 1 || text.length;
  return { head: text.slice(0, headEnd), middle: text.slice(headEnd, tailStart), tail: text.slice(tailStart) };
}

async function read(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString("utf8", 0, bytesRead);
}
