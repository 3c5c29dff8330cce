import type { SessionEntry, SessionLog } from "@tau/agent";

/** The entries of the present branch from its end to its beginning, read one by one: take no more than needed. */
export function* newestFirst(log: Pick<SessionLog, "getLeafId" | "getEntry">): Generator<SessionEntry> {
  for (let id = log.getLeafId(); id !== null; ) {
    const entry = log.getEntry(id);
    if (!entry) return;
    yield entry;
    id = entry.parentId;
  }
}
