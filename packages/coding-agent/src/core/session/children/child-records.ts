import { basename, join } from "node:path";
import type { SessionLog } from "@tau/agent";
import { newestFirst } from "../log/newest-first.ts";
import type { ChildOutcome, ChildRecord, ChildUsage } from "./child-state.ts";

/** The type of entries in the parent's log that record the start and the end of its children. */
export const CHILD_ENTRY = "tau.child";

export type ChildEntry =
  | { readonly event: "start"; readonly id: string; readonly name: string; readonly file?: string }
  /** The child was given another prompt. */
  | { readonly event: "run"; readonly id: string }
  | {
      readonly event: "end";
      readonly id: string;
      readonly status: ChildOutcome;
      readonly usage: ChildUsage;
      readonly reason?: string;
    };

export interface RecordPlace {
  /** The current folder of the children's logs, because a session that was moved takes them along. Absent if they are kept in memory. */
  readonly folder: string | undefined;
  readonly isLive: (id: string) => boolean;
}

/**
 * Returns the children that are recorded on the current branch, oldest first. A start without
 * an end means that the child was interrupted, unless it is live.
 */
export function childRecords(log: SessionLog, { folder, isLive }: RecordPlace): ChildRecord[] {
  const records = new Map<string, ChildRecord>();
  for (const entry of entriesOf(log)) {
    const record = entry.event === "start" ? startOf(entry, folder) : records.get(entry.id);
    if (record)
      records.set(entry.id, entry.event === "end" ? endOf(record, entry) : { ...record, status: "interrupted" });
  }
  return [...records.values()].map((record) =>
    record.status === "interrupted" && isLive(record.id) ? { ...record, status: "running" } : record,
  );
}

function startOf({ id, name, file }: Extract<ChildEntry, { event: "start" }>, folder: string | undefined): ChildRecord {
  const isKept = folder !== undefined && file !== undefined;
  return { id, name, status: "interrupted", ...(isKept ? { file: join(folder, basename(file)) } : {}) };
}

function endOf(record: ChildRecord, { status, usage, reason }: Extract<ChildEntry, { event: "end" }>): ChildRecord {
  return { ...record, status, usage, ...(reason === undefined ? {} : { reason }) };
}

function entriesOf(log: SessionLog): ChildEntry[] {
  const found: ChildEntry[] = [];
  for (const entry of newestFirst(log))
    if (entry.type === "custom" && entry.customType === CHILD_ENTRY && isChildEntry(entry.data)) found.push(entry.data);
  return found.reverse();
}

function isChildEntry(data: unknown): data is ChildEntry {
  return typeof data === "object" && data !== null && "event" in data && "id" in data;
}
