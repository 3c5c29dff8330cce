import { isSessionEntry } from "./codec.ts";
import { CURRENT_SESSION_VERSION, type FileEntry, type SessionEntry, type SessionHeader } from "./entry.ts";
import { createEntryId } from "./entry-id.ts";

/** A line of an older file: any field may be missing. */
type Loose = Record<string, unknown> & { type: string };

/** Each step converts from one version to the next, starting with version 1. */
const STEPS: readonly ((entries: Loose[]) => void)[] = [chainEntries, renameHookMessages];

export function sessionVersion(header: SessionHeader | undefined): number {
  return typeof header?.version === "number" ? Math.max(1, header.version) : 1;
}

/** Migrates entries to the current version, in place. Does nothing if they are current or their version is unknown. */
export function migrateSessionEntries(entries: FileEntry[]): void {
  const loose = entries as unknown as Loose[];
  const header = loose.find((entry) => entry.type === "session" || entry.type === "metadata");
  if (!header) return;
  if (header.type === "metadata") adoptLinearFile(loose, header);
  const from = sessionVersion(header as unknown as SessionHeader);
  for (const step of STEPS.slice(from - 1)) step(loose);
  if (from < CURRENT_SESSION_VERSION) header.version = CURRENT_SESSION_VERSION;
}

/** Converts the first format: a `metadata` line and plain messages, with a different form of tool results. */
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

/** Returns whether the entries already form a tree, even if the header has lost its version. */
export function isTree(entries: readonly FileEntry[]): boolean {
  return entries.some(isSessionEntry);
}

/** Converts version 1, which was a list: every entry becomes the child of the previous one. */
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

/** Converts the reference of a compaction. Version 1 used the line number, with the header included. */
function nameFirstKept(entry: Loose, entries: Loose[]): void {
  if (entry.type !== "compaction" || typeof entry.firstKeptEntryIndex !== "number") return;
  const target = entries[entry.firstKeptEntryIndex];
  if (target && target.type !== "session") entry.firstKeptEntryId = (target as unknown as SessionEntry).id;
  delete entry.firstKeptEntryIndex;
}

/** Converts version 2, which had hooks instead of extensions. */
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
