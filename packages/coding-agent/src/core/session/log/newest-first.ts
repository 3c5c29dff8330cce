import type { SessionEntry, SessionLog } from "@tau/agent";

/** Yields the entries of the current branch from newest to oldest. They are read one at a time, so callers should stop early. */
export function* newestFirst(log: Pick<SessionLog, "getLeafId" | "getEntry">): Generator<SessionEntry> {
  for (let id = log.getLeafId(); id !== null; ) {
    const entry = log.getEntry(id);
    if (!entry) return;
    yield entry;
    id = entry.parentId;
  }
}
