import type { AssistantMessage } from "@tau/ai";
import type { FileEntry, SessionEntry, SessionHeader } from "./entry.ts";

/** Encodes one line with its newline. Values from an extension that JSON cannot represent are written as text. */
export function encodeLine(entry: FileEntry): string {
  const value = withoutScratch(entry);
  try {
    return `${JSON.stringify(value)}\n`;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return `${JSON.stringify(value, writableParts())}\n`;
  }
}

/** Returns a replacer that cuts circular references and writes large integers as digits. */
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

/** Returns `undefined` for a line that is not a JSON object with a `type`. */
export function decodeLine(line: string): FileEntry | undefined {
  // This check is far cheaper than an exception, and a damaged file may need it a million times.
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

/** Returns every readable line of a session file's text and skips the others. */
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

/** Returns whether an entry has the fields of a tree entry. */
export function isSessionEntry(entry: FileEntry): entry is SessionEntry {
  if (entry.type === "session") return false;
  const { id, parentId } = entry;
  return typeof id === "string" && id !== "" && (parentId === null || typeof parentId === "string");
}

function isTyped(value: unknown): value is { type: string } {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Fields that a provider uses on a block while it streams; they mean nothing afterwards. */
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
