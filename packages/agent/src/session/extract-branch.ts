import type { LabelEntry, SessionEntry } from "./entries/entry.ts";
import { createEntryId } from "./entries/entry-id.ts";
import type { SessionPorts } from "./session-ports.ts";
import type { EntryLabel } from "./tree.ts";

/** Returns a path as the complete content of a session: one unbroken chain, with the labels of its entries rewritten at the end. */
export function extractBranch(
  path: readonly SessionEntry[],
  labels: ReadonlyMap<string, EntryLabel>,
  ports?: SessionPorts,
): SessionEntry[] {
  const chain: SessionEntry[] = [];
  for (const entry of path) {
    if (entry.type !== "label") chain.push({ ...entry, parentId: chain.at(-1)?.id ?? null });
  }
  const ids = new Set(chain.map((entry) => entry.id));
  for (const { id: targetId } of [...chain]) {
    const label = labels.get(targetId);
    if (!label) continue;
    const id = createEntryId((candidate) => ids.has(candidate), ports);
    ids.add(id);
    const parentId = chain.at(-1)?.id ?? null;
    const entry: LabelEntry = { type: "label", id, parentId, timestamp: label.timestamp, targetId, label: label.label };
    chain.push(entry);
  }
  return chain;
}
