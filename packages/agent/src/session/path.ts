import type { SessionEntry } from "./entries/entry.ts";

export type EntriesById = ReadonlyMap<string, SessionEntry>;

/**
 * Returns the entries from the root to `leafId`; to the last entry if `leafId` is absent or unknown, and none if it is `null`. Stops at a
 * missing parent or a cycle.
 */
export function pathTo(
  entries: readonly SessionEntry[],
  leafId: string | null | undefined,
  byId?: EntriesById,
): SessionEntry[] {
  if (leafId === null) return [];
  const lookup = byId ?? indexById(entries);
  let entry = leafId === undefined ? entries.at(-1) : (lookup.get(leafId) ?? entries.at(-1));
  const path: SessionEntry[] = [];
  const seen = new Set<string>();
  while (entry && !seen.has(entry.id)) {
    seen.add(entry.id);
    path.push(entry);
    entry = entry.parentId === null ? undefined : lookup.get(entry.parentId);
  }
  return path.reverse();
}

export function indexById(entries: readonly SessionEntry[]): Map<string, SessionEntry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
