import { type FileHandle, open, stat } from "node:fs/promises";
import type { AgentMessage } from "../../contract/messages.ts";
import { decodeLine } from "../../session/entries/codec.ts";
import type { FileEntry, SessionEntry, SessionHeader } from "../../session/entries/entry.ts";
import { validateEntry, validateHeader } from "../../session/entries/validate-entry.ts";
import { readIndexSummary } from "../index/index-summary.ts";
import type { IndexCache } from "../index/session-index.ts";
import { MAX_SURVEY, surveyLines } from "../lines/survey-lines.ts";

export interface SessionInfo {
  path: string;
  id: string;
  /** Empty if the file does not have it. */
  cwd: string;
  name?: string;
  /** The session this one was forked from. */
  parentSessionPath?: string;
  created: Date;
  modified: Date;
  messageCount: number;
  /** Present if the file is too large to read for a list and has no index: the count is then estimated from its ends. */
  messageCountIsEstimate?: true;
  firstMessage: string;
  /** Text for searching: of the whole session, or of its beginning and end. */
  allMessagesText: string;
}

/** Bytes that are decoded at either end of a long file. */
const WINDOW = 64 * 1024;

/** Returns `undefined` for a file that is not a session. */
export async function readSessionInfo(path: string, index: IndexCache): Promise<SessionInfo | undefined> {
  // Opening a pipe in the folder would block.
  if (!(await stat(path)).isFile()) return undefined;
  const file = await open(path, "r");
  try {
    const { size, mtime } = await file.stat();
    const { head, tail, isWhole } = await readEnds(file, size);
    const [first, ...others] = decodeAll(`${head}\n${tail}`);
    const header = validateHeader(first);
    if (!header) return undefined;
    const entries = validEntries(others);
    const messages = messagesIn(entries);
    const counted = isWhole
      ? { messageCount: messages.length, name: nameIn(entries) }
      : await count(file, path, { size, index, head, tail });
    return describe({ path, header, entries, messages, counted, changed: mtime });
  } finally {
    await file.close();
  }
}

interface Counted {
  readonly messageCount: number;
  readonly messageCountIsEstimate?: true;
  /** Empty if the name was removed. */
  readonly name?: string | undefined;
}

interface Ends {
  readonly size: number;
  readonly index: IndexCache;
  readonly head: string;
  readonly tail: string;
}

/**
 * Returns count and name, which the ends do not show: from the index and the lines written since, or from all lines if the file is small
 * enough.
 */
async function count(file: FileHandle, path: string, { size, index, head, tail }: Ends): Promise<Counted> {
  const ends = validEntries(decodeAll(`${head}\n${tail}`));
  const atLeast = messagesIn(ends).length;
  const known = readIndexSummary(index, path, file.fd);
  const from = known?.size ?? 0;
  if (size - from <= MAX_SURVEY) {
    const { messages, nameLine } = await surveyLines(file, from, size);
    const messageCount = (known?.messageCount ?? 0) + messages;
    const name = (nameLine === undefined ? undefined : nameIn(validEntries(decodeAll(nameLine)))) ?? known?.name;
    // Another program may order the fields of its lines differently, so that the survey misses messages.
    if (messageCount >= atLeast) return { messageCount, name };
  }
  const share = size / Math.max(1, Buffer.byteLength(head) + Buffer.byteLength(tail));
  return { messageCount: Math.round(atLeast * share), messageCountIsEstimate: true, name: nameIn(ends) ?? known?.name };
}

interface Excerpt {
  readonly path: string;
  readonly header: SessionHeader;
  readonly entries: readonly SessionEntry[];
  readonly messages: readonly AgentMessage[];
  readonly counted: Counted;
  readonly changed: Date;
}

function describe({ path, header, entries, messages, counted, changed }: Excerpt): SessionInfo {
  const texts = messages.map(textOf).filter((text) => text !== "");
  const firstUser = messages.find((message) => message.role === "user" && textOf(message) !== "");
  const name = counted.name ?? header.title?.trim();
  return {
    path,
    id: header.id,
    cwd: header.cwd ?? "",
    ...(name ? { name } : {}),
    ...(header.parentSession ? { parentSessionPath: header.parentSession } : {}),
    created: dateOf(header.timestamp) ?? changed,
    modified: dateOf(entries.at(-1)?.timestamp) ?? changed,
    messageCount: counted.messageCount,
    ...(counted.messageCountIsEstimate ? { messageCountIsEstimate: true } : {}),
    firstMessage: firstUser ? textOf(firstUser) : "(no messages)",
    allMessagesText: texts.join(" "),
  };
}

function messagesIn(entries: readonly SessionEntry[]): AgentMessage[] {
  return entries.flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
}

/** Returns the latest name. An empty name removes earlier ones. */
function nameIn(entries: readonly SessionEntry[]): string | undefined {
  const info = entries.findLast((entry) => entry.type === "session_info");
  return info?.type === "session_info" ? (info.name?.trim() ?? "") : undefined;
}

function validEntries(values: readonly FileEntry[]): SessionEntry[] {
  return values.flatMap((value) => validateEntry(value) ?? []);
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

/** Reads the beginning and end of a file in whole lines; a short file is returned completely as the beginning. */
async function readEnds(file: FileHandle, size: number): Promise<{ head: string; tail: string; isWhole: boolean }> {
  if (size <= 2 * WINDOW) return { head: await read(file, 0, size), tail: "", isWhole: true };
  const head = await read(file, 0, WINDOW);
  const tail = await read(file, size - WINDOW, WINDOW);
  return {
    head: head.slice(0, head.lastIndexOf("\n") + 1),
    tail: tail.slice(tail.indexOf("\n") + 1),
    isWhole: false,
  };
}

async function read(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString("utf8", 0, bytesRead);
}
