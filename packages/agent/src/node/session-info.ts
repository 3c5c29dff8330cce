import { type FileHandle, open } from "node:fs/promises";
import type { AgentMessage } from "../contract/messages.ts";
import { decodeLine, isSessionHeader } from "../session/codec.ts";
import type { FileEntry, SessionEntry, SessionHeader } from "../session/entry.ts";

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

/** What is read of a file at either end, however long it is. */
const WINDOW = 32 * 1024;

/** `undefined` for a file that is no session. */
export async function readSessionInfo(path: string): Promise<SessionInfo | undefined> {
  const file = await open(path, "r");
  try {
    const stat = await file.stat();
    const lines = await readEnds(file, stat.size);
    const [header, ...entries] = lines.map(decodeLine).filter((entry) => entry !== undefined);
    if (!isSessionHeader(header)) return undefined;
    const share = stat.size > 2 * WINDOW ? stat.size / (2 * WINDOW) : 1;
    return describe({ path, header, entries, share, changed: stat.mtime });
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
  readonly changed: Date;
}

function describe({ path, header, entries, share, changed }: Excerpt): SessionInfo {
  const messages = entries.flatMap((entry) => (entry.type === "message" && entry.message ? [entry.message] : []));
  const texts = messages.map(textOf).filter((text) => text !== "");
  const firstUser = messages.find((message) => message.role === "user" && textOf(message) !== "");
  const name = nameOf(entries) ?? header.title?.trim();
  return {
    path,
    id: header.id,
    cwd: header.cwd ?? "",
    ...(name ? { name } : {}),
    ...(header.parentSession ? { parentSessionPath: header.parentSession } : {}),
    created: dateOf(header.timestamp) ?? changed,
    modified: dateOf((entries.at(-1) as SessionEntry | undefined)?.timestamp) ?? changed,
    messageCount: Math.round(messages.length * share),
    firstMessage: firstUser ? textOf(firstUser) : "(no messages)",
    allMessagesText: texts.join(" "),
  };
}

function nameOf(entries: readonly FileEntry[]): string | undefined {
  const info = entries.findLast((entry) => entry.type === "session_info");
  return info?.type === "session_info" ? info.name?.trim() : undefined;
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

/** The whole lines of the first and the last window. A first line that does not fit in its window is read to its end. */
async function readEnds(file: FileHandle, size: number): Promise<string[]> {
  if (size <= 2 * WINDOW) return (await read(file, 0, size)).split("\n");
  const head = await read(file, 0, WINDOW);
  const tail = await read(file, size - WINDOW, WINDOW);
  return [...head.split("\n").slice(0, -1), ...tail.split("\n").slice(1)];
}

async function read(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString("utf8", 0, bytesRead);
}
