import type { AssistantMessage } from "@tau/ai";
import type { FileEntry, SessionEntry, SessionHeader } from "./entry.ts";

/** One line, newline included. */
export function encodeLine(entry: FileEntry): string {
  return `${JSON.stringify(withoutScratch(entry))}\n`;
}

/** `undefined` for a line that is not a JSON object with a `type`. */
export function decodeLine(line: string): FileEntry | undefined {
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
