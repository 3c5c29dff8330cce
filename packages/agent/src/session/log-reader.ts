import { type ProjectedSessionEntry, projectContext, selectContextEntries } from "./context/context.ts";
import { type ContextState, DEFAULT_THINKING_LEVEL, modelOf, thinkingLevelOf } from "./context/context-state.ts";
import type { SessionEntry } from "./entries/entry.ts";
import type { LogStorage } from "./log-storage.ts";
import type { EntryLabel } from "./tree.ts";

/** Returns the positions from the root to `leaf`. Takes one step per entry and reads none. */
export function pathPositions(log: LogStorage, leaf: number): readonly number[] {
  const known = latestPaths.get(log);
  if (known?.leaf === leaf) return known.path;
  const path: number[] = [];
  for (let position = leaf; position >= 0; position = log.parentAt(position)) path.push(position);
  path.reverse();
  latestPaths.set(log, { leaf, path });
  return path;
}

/**
 * The latest path of each log: it is used many times before the next entry, and in a long session it is long. Caching is safe because no
 * entry changes its parent.
 */
const latestPaths = new WeakMap<LogStorage, { readonly leaf: number; readonly path: readonly number[] }>();

/**
 * Returns the end of a path that context building needs: from the first entry the latest compaction kept, or from the root. Reads no
 * earlier entry.
 */
export function activePath(log: LogStorage, path: readonly number[]): SessionEntry[] {
  const compactionAt = path.findLastIndex((position) => log.typeAt(position) === "compaction");
  if (compactionAt < 0) return readEntries(log, path);
  const compaction = log.entryAt(path[compactionAt] as number);
  if (compaction?.type !== "compaction") return activePath(log, withoutIndex(path, compactionAt));
  const { firstKeptEntryId } = compaction;
  const keptAt = path.indexOf(log.positionOf(firstKeptEntryId));
  return readEntries(log, path.slice(keptAt < 0 ? compactionAt : keptAt));
}

/** Returns the messages for the model, by entry, at the end of a path. */
export function projectPath(log: LogStorage, path: readonly number[]): ProjectedSessionEntry[] {
  return projectContext(selectContextEntries(activePath(log, path)));
}

/** Returns model and thinking level at the end of a path. Reads backwards and no further than needed. */
export function pathState(log: LogStorage, path: readonly number[]): ContextState {
  const model = findBackwards(log, path, ["model_change", "message"], (entry) => modelOf(entry) ?? undefined);
  return { thinkingLevel: pathThinkingLevel(log, path) ?? DEFAULT_THINKING_LEVEL, model: model ?? null };
}

/** Returns `undefined` if no entry of the path sets a level. */
export function pathThinkingLevel(log: LogStorage, path: readonly number[]): string | undefined {
  return findBackwards(log, path, ["thinking_level_change"], thinkingLevelOf);
}

export function readEntries(log: LogStorage, positions: readonly number[]): SessionEntry[] {
  log.prefetch?.(positions);
  const entries: SessionEntry[] = [];
  for (const position of positions) {
    const entry = log.entryAt(position);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** Returns all entries, each with its nearest readable ancestor as parent. */
export function readRelinked(log: LogStorage): SessionEntry[] {
  return allPositions(log).flatMap((position) => {
    const entry = log.entryAt(position);
    if (!entry) return [];
    let parent = log.parentAt(position);
    while (parent >= 0 && !log.entryAt(parent)) parent = log.parentAt(parent);
    const parentId = parent < 0 ? null : log.idAt(parent);
    return [parentId === entry.parentId ? entry : { ...entry, parentId }];
  });
}

export function allPositions(log: LogStorage): number[] {
  return Array.from({ length: log.count }, (_, position) => position);
}

export function readLabels(log: LogStorage): Map<string, EntryLabel> {
  const labels = new Map<string, EntryLabel>();
  for (let position = 0; position < log.count; position++) {
    if (log.typeAt(position) !== "label") continue;
    const entry = log.entryAt(position);
    if (entry) applyLabel(labels, entry);
  }
  return labels;
}

export function applyLabel(labels: Map<string, EntryLabel>, entry: SessionEntry): void {
  if (entry.type !== "label") return;
  if (entry.label) labels.set(entry.targetId, { label: entry.label, timestamp: entry.timestamp });
  else labels.delete(entry.targetId);
}

/** Returns the latest name on any branch. */
export function readSessionName(log: LogStorage): string | undefined {
  for (let position = log.count - 1; position >= 0; position--) {
    if (log.typeAt(position) !== "session_info") continue;
    const entry = log.entryAt(position);
    if (entry?.type === "session_info") return entry.name?.trim() || undefined;
  }
  return log.header.title?.trim() || undefined;
}

export function findBackwards<T>(
  log: LogStorage,
  path: readonly number[],
  types: readonly string[],
  find: (entry: SessionEntry) => T | undefined,
): T | undefined {
  for (let index = path.length - 1; index >= 0; index--) {
    const position = path[index] as number;
    if (!types.includes(log.typeAt(position))) continue;
    const entry = log.entryAt(position);
    const found = entry && find(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withoutIndex(path: readonly number[], index: number): number[] {
  return path.filter((_, at) => at !== index);
}
