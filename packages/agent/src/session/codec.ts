import type { AssistantMessage } from "@tau/ai";
import type { FileEntry, SessionEntry, SessionHeader } from "./entry.ts";

/** One line, newline included. What an extension put into an entry and JSON has no form for is written as text. */
export function encodeLine(entry: FileEntry): string {
  const value = withoutScratch(entry);
  try {
    return `${JSON.stringify(value)}\n`;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return `${JSON.stringify(value, writableParts())}\n`;
  }
}

/** A replacer: circles end where they close, and large integers are their digits. */
function writableParts(): (this: unknown, key: string, value: unknown) => unknown {
  const above: unknown[] = [];
  return function (_key, value) {
    if (typeof value === "bigint") return String(value);
    if (typeof value !== "object" || value === null) return value;
    while (above.length > 0 && above.at(-1) !== this) above.pop();
    if (above.includes(value)) return "[circular]";
    above.push(value);
    return value;
  };
}

/** `undefined` for a line that is not a JSON object with a `type`. */
export function decodeLine(line: string): FileEntry | undefined {
  // An exception costs far more than this look, and a damaged file may need a million of them.
  if (!line.trimEnd().endsWith("}")) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return isTyped(value) ? (value as unknown as FileEntry) : undefined;
}

/** Every readable line of a session file's text; the others are left out. */
export function parseSessionEntries(content: string): FileEntry[] {
  const entries: FileEntry[] = [];
  for (const line of content.replace(/^\uFEFF/, "").split("\n")) {
    if (line.trim() === "") continue;
    const entry = decodeLine(line);
    if (entry) entries.push(entry);
  }
  return entries;
}

export function isSessionHeader(entry: FileEntry | undefined): entry is SessionHeader {
  return entry?.type === "session" && typeof entry.id === "string" && entry.id !== "";
}

/** An entry that has its place in a tree. */
export function isSessionEntry(entry: FileEntry): entry is SessionEntry {
  if (entry.type === "session") return false;
  const { id, parentId } = entry;
  return typeof id === "string" && id !== "" && (parentId === null || typeof parentId === "string");
}

function isTyped(value: unknown): value is { type: string } {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** What a provider keeps on a block while it streams has no meaning once the block has ended. */
const SCRATCH_KEYS = ["partialJson", "jsonlEvents"] as const;

function withoutScratch(entry: FileEntry): FileEntry {
  if (entry.type !== "message" || entry.message.role !== "assistant") return entry;
  const { content } = entry.message;
  if (!Array.isArray(content) || !content.some(hasScratch)) return entry;
  const cleaned = content.map((block) => {
    if (!hasScratch(block)) return block;
    const copy: Record<string, unknown> = { ...block };
    for (const key of SCRATCH_KEYS) delete copy[key];
    return copy;
  });
  return { ...entry, message: { ...entry.message, content: cleaned as unknown as AssistantMessage["content"] } };
}

function hasScratch(block: object): boolean {
  return SCRATCH_KEYS.some((key) => key in block);
}
