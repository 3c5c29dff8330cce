import { isSessionEntry } from "./codec.ts";
import { CURRENT_SESSION_VERSION, type FileEntry, type SessionEntry, type SessionHeader } from "./entry.ts";
import { createEntryId } from "./entry-id.ts";

/** A line of an older file: any field may be missing. */
type Loose = Record<string, unknown> & { type: string };

/** Each step takes a file from the version it stands at to the next. */
const STEPS: readonly ((entries: Loose[]) => void)[] = [chainEntries, renameHookMessages];

export function sessionVersion(header: SessionHeader | undefined): number {
  return typeof header?.version === "number" ? Math.max(1, header.version) : 1;
}

/** Brings entries up to the current version, in place. Does nothing where that has been done, or where the version is unknown. */
export function migrateSessionEntries(entries: FileEntry[]): void {
  const loose = entries as unknown as Loose[];
  const header = loose.find((entry) => entry.type === "session" || entry.type === "metadata");
  if (!header) return;
  if (header.type === "metadata") adoptLinearFile(loose, header);
  const from = sessionVersion(header as unknown as SessionHeader);
  for (const step of STEPS.slice(from - 1)) step(loose);
  if (from < CURRENT_SESSION_VERSION) header.version = CURRENT_SESSION_VERSION;
}

/** The first files were a `metadata` line and bare messages, with tool results of another shape. */
function adoptLinearFile(entries: Loose[], header: Loose): void {
  header.type = "session";
  for (const entry of entries) {
    const message = entry.message as Record<string, unknown> | undefined;
    if (message?.role !== "toolResult" || message.content !== undefined) continue;
    message.content = [{ type: "text", text: String(message.output ?? "") }];
    message.isError ??= false;
    message.toolName ??= "";
  }
}

/** A header that has lost its version does not make a list of a tree. */
export function isTree(entries: readonly FileEntry[]): boolean {
  return entries.some(isSessionEntry);
}

/** Version 1 was a list: every entry becomes the child of the one before it. */
function chainEntries(entries: Loose[]): void {
  if (isTree(entries as unknown as FileEntry[])) return;
  const header = entries.find((entry) => entry.type === "session");
  const taken = new Set<string>();
  let parentId: string | null = null;
  for (const entry of entries) {
    if (entry.type === "session") continue;
    const id = createEntryId((candidate) => taken.has(candidate));
    taken.add(id);
    entry.id = id;
    entry.parentId = parentId;
    entry.timestamp ??= messageTime(entry) ?? header?.timestamp ?? new Date(0).toISOString();
    parentId = id;
  }
  for (const entry of entries) nameFirstKept(entry, entries);
}

/** Version 1 counted lines of the file, the header included. */
function nameFirstKept(entry: Loose, entries: Loose[]): void {
  if (entry.type !== "compaction" || typeof entry.firstKeptEntryIndex !== "number") return;
  const target = entries[entry.firstKeptEntryIndex];
  if (target && target.type !== "session") entry.firstKeptEntryId = (target as unknown as SessionEntry).id;
  delete entry.firstKeptEntryIndex;
}

/** Version 2 knew hooks where version 3 knows extensions. */
function renameHookMessages(entries: Loose[]): void {
  for (const entry of entries) {
    const message = entry.message as Record<string, unknown> | undefined;
    if (entry.type === "message" && message?.role === "hookMessage") message.role = "custom";
  }
}

function messageTime(entry: Loose): string | undefined {
  const timestamp = (entry.message as { timestamp?: unknown } | undefined)?.timestamp;
  const date = new Date(typeof timestamp === "number" ? timestamp : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
