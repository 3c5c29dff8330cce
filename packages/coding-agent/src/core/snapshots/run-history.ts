import { isAbsolute } from "node:path";
import type { SessionEntry, SessionLog } from "@tau/agent";
import { isObject } from "../json-file/index.ts";
import type { RestoreStep } from "./plan-restore.ts";
import { isSameSnapshot, type Snapshot } from "./snapshot.ts";

/** Types of entries in the session's log. */
export const SNAPSHOT_ENTRY = "tau.snapshot";
export const UNDO_ENTRY = "tau.undo";

/**
 * Data of a snapshot entry. A run is a `before`, then an `after` with `isStep` for each call that changed something,
 * then a plain `after` at its end. If files changed between two calls, which the run did not do, another `before` names the run.
 */
export interface SnapshotEntryData extends Snapshot {
  readonly when: "before" | "after";
  /** The run continues after this entry. */
  readonly isStep?: boolean;
  /** Id of the run's first `before` entry. */
  readonly run?: string;
}

/** Records that the files of the folder cannot be recorded, and why. */
export interface RefusalEntryData {
  readonly when: "never";
  readonly reason: string;
}

export interface UndoEntryData {
  readonly kind: "undo" | "redo";
  /** Ids of the `before` entries of the runs whose files were restored. */
  readonly runs: readonly string[];
  /** Where the conversation was, if it was reverted too. */
  readonly leaf?: string;
}

export interface RecordedStep extends RestoreStep {
  /** The log entry at the end of the step. */
  readonly entry: string;
}

/** One run that may have changed files. */
export interface RecordedRun {
  readonly id: string;
  readonly startedMs: number;
  /** The changes of its calls, oldest first. Changes in between are not the run's. */
  readonly steps: readonly RecordedStep[];
  /** The last state of the files that the run recorded. */
  readonly last: Snapshot;
  /** The program was killed during the run: no step has the changes of its last call. */
  readonly isCutOff: boolean;
  readonly isUndone: boolean;
}

/** Returns the runs of a branch, oldest first. */
export function recordedRuns(entries: readonly SessionEntry[]): RecordedRun[] {
  const runs: MutableRun[] = [];
  for (const entry of entries) {
    const undo = undoOf(entry);
    for (const run of undo ? runs : []) if (undo?.runs.includes(run.id)) run.isUndone = undo.kind === "undo";
    addSnapshot(runs, entry);
  }
  return runs;
}

type MutableRun = { -readonly [Key in keyof RecordedRun]: RecordedRun[Key] } & { steps: RecordedStep[] };

function addSnapshot(runs: MutableRun[], entry: SessionEntry): void {
  const snapshot = snapshotOf(entry);
  if (!snapshot) return;
  const run = runs.at(-1);
  if (snapshot.when === "before" && (!run || snapshot.run !== run.id))
    runs.push({
      id: entry.id,
      startedMs: Date.parse(entry.timestamp),
      steps: [],
      last: snapshot,
      isCutOff: true,
      isUndone: false,
    });
  else if (run) {
    if (snapshot.when === "after") run.steps.push({ entry: entry.id, from: run.last, to: snapshot });
    run.last = snapshot;
    run.isCutOff = snapshot.when === "before" || snapshot.isStep === true;
  }
}

/** Joins consecutive steps between which nothing else changed. */
export function joinSteps(steps: readonly RestoreStep[]): RestoreStep[] {
  const joined: RestoreStep[] = [];
  for (const step of steps) {
    if (isSameSnapshot(step.from, step.to)) continue;
    const last = joined.at(-1);
    if (last && isSameSnapshot(last.to, step.from)) joined[joined.length - 1] = { from: last.from, to: step.to };
    else joined.push(step);
  }
  return joined;
}

/** Returns why the session's files were not recorded, if the log says so. */
export function refusalIn(entries: readonly SessionEntry[]): string | undefined {
  for (const entry of entries.toReversed()) {
    if (entry.type !== "custom" || entry.customType !== SNAPSHOT_ENTRY || !isObject(entry.data)) continue;
    const { when, reason } = entry.data;
    return when === "never" && typeof reason === "string" ? reason : undefined;
  }
  return undefined;
}

/** Returns the prompt that began the last run. Steering messages of the run are skipped. */
export function lastPrompt(entries: readonly SessionEntry[]): string | undefined {
  let prompt: string | undefined;
  for (const entry of entries.toReversed()) {
    if (prompt !== undefined && isRunEnd(entry)) break;
    if (entry.type === "message" && entry.message.role === "user") prompt = entry.id;
  }
  return prompt;
}

function isRunEnd(entry: SessionEntry): boolean {
  return entry.type === "message" && entry.message.role === "assistant" && entry.message.stopReason !== "toolUse";
}

/** Returns the undo that can be redone: the last one, unless the conversation has continued since. */
export function lastUndo(entries: readonly SessionEntry[]): { entry: SessionEntry; data: UndoEntryData } | undefined {
  const redone = new Set<string>();
  for (const entry of entries.toReversed()) {
    if (entry.type === "message" || entry.type === "custom_message") return undefined;
    const data = undoOf(entry);
    if (data?.kind === "redo") for (const run of data.runs) redone.add(run);
    else if (data && !data.runs.some((run) => redone.delete(run))) return { entry, data };
  }
  return undefined;
}

/**
 * Returns the entry with the state of the files at another one. What a call did is recorded while the run continues, so
 * the record can follow later entries; it still has that state if no other call has ended in between.
 */
export function recordAt(log: SessionLog, id: string): string {
  const record = lastRecord(log, id);
  if (record !== id) return record;
  for (const { id: next, ...entry } of log.getChildren(id)) {
    const later = entry.type === "message" && entry.message.role === "assistant" ? recordAt(log, next) : next;
    if (later !== next) return later;
  }
  return id;
}

/** Returns the last of the records that directly follow an entry and have what the call before it did. */
export function lastRecord(log: SessionLog, id: string): string {
  const isRecord = snapshotOf(log.getEntry(id)) !== undefined;
  const next = log.getChildren(id).find((entry) => {
    const snapshot = snapshotOf(entry);
    // The step after a record is that of another call.
    return snapshot?.when === "after" && !(isRecord && snapshot.isStep);
  });
  return next ? lastRecord(log, next.id) : id;
}

/** Returns the path between two entries of the tree: the entries that are left and those that are entered, each oldest first. */
export function pathBetween(log: SessionLog, from: string | null, to: string | null) {
  const left = from === null ? [] : log.getBranch(from);
  const entered = to === null ? [] : log.getBranch(to);
  let shared = 0;
  while (left[shared] && left[shared]?.id === entered[shared]?.id) shared++;
  return { left: left.slice(shared), entered: entered.slice(shared) };
}

/** Returns what a snapshot entry recorded; `undefined` for any other entry. */
export function snapshotOf(entry: unknown): SnapshotEntryData | undefined {
  if (!isObject(entry) || entry.type !== "custom" || entry.customType !== SNAPSHOT_ENTRY) return undefined;
  if (!isObject(entry.data)) return undefined;
  const { trees, when, leftOut, isStep, run } = entry.data;
  if (!isObject(trees) || (when !== "before" && when !== "after")) return undefined;
  const named = Object.entries(trees).filter(
    ([folder, tree]) => isInside(folder) && /^[0-9a-f]{40}$/.test(String(tree)),
  );
  const files = Array.isArray(leftOut) ? leftOut.filter((path) => typeof path === "string") : [];
  return {
    ...{ when, trees: Object.fromEntries(named) as Record<string, string>, leftOut: files },
    ...(isStep === true ? { isStep } : {}),
    ...(typeof run === "string" ? { run } : {}),
  };
}

/** Returns whether a folder is inside the root. A log may come from elsewhere, and nothing outside may be written. */
function isInside(folder: string): boolean {
  return !isAbsolute(folder) && !folder.split(/[\\/]/).includes("..");
}

function undoOf(entry: SessionEntry): UndoEntryData | undefined {
  if (entry.type !== "custom" || entry.customType !== UNDO_ENTRY || !isObject(entry.data)) return undefined;
  const { kind, runs, leaf } = entry.data;
  if ((kind !== "undo" && kind !== "redo") || !Array.isArray(runs)) return undefined;
  return { kind, runs: runs.filter((run) => typeof run === "string"), ...(typeof leaf === "string" ? { leaf } : {}) };
}
