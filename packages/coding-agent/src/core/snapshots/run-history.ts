import { isAbsolute } from "node:path";
import type { SessionEntry, SessionLog } from "@tau/agent";
import { isObject } from "../json-file/index.ts";
import type { Snapshot } from "./snapshot.ts";

/** Entries of the session's log. */
export const SNAPSHOT_ENTRY = "tau.snapshot";
export const UNDO_ENTRY = "tau.undo";

export interface SnapshotEntryData extends Snapshot {
  /** Before the first change of a run, or at its end. */
  readonly when: "before" | "after";
  /** The first `before` of the run, which this one replaces. */
  readonly replaces?: string;
}

export interface UndoEntryData {
  readonly kind: "undo" | "redo";
  /** The `before` entries of the runs whose files were put back. */
  readonly runs: readonly string[];
  /** Where the conversation was, if it was taken back, too. */
  readonly leaf?: string;
}

/** One run that may have changed files. */
export interface RecordedRun {
  readonly id: string;
  readonly before: Snapshot;
  /** Absent where the program was killed. */
  readonly after?: Snapshot;
  readonly isUndone: boolean;
}

/** The runs of a branch, oldest first. */
export function recordedRuns(entries: readonly SessionEntry[]): RecordedRun[] {
  const runs: MutableRun[] = [];
  for (const entry of entries) {
    const undo = undoOf(entry);
    for (const run of undo ? runs : []) if (undo?.runs.includes(run.id)) run.isUndone = undo.kind === "undo";
    addSnapshot(runs, entry);
  }
  return runs;
}

type MutableRun = { -readonly [Key in keyof RecordedRun]: RecordedRun[Key] };

function addSnapshot(runs: MutableRun[], entry: SessionEntry): void {
  const snapshot = snapshotOf(entry);
  const last = runs.at(-1);
  if (snapshot?.when === "after" && last) last.after = snapshot;
  else if (snapshot?.replaces !== undefined && snapshot.replaces === last?.id) last.before = snapshot;
  else if (snapshot?.when === "before") runs.push({ id: entry.id, before: snapshot, isUndone: false });
}

/** The prompt that began the last run, with the steering messages of the run skipped. */
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

/** What can be redone: the last undo, as long as the conversation has not continued after it. */
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

/** The way between two places of the tree: the entries that are left, and those that are entered, each oldest first. */
export function pathBetween(log: SessionLog, from: string | null, to: string | null) {
  const left = from === null ? [] : log.getBranch(from);
  const entered = to === null ? [] : log.getBranch(to);
  let shared = 0;
  while (left[shared] && left[shared]?.id === entered[shared]?.id) shared++;
  return { left: left.slice(shared), entered: entered.slice(shared) };
}

function snapshotOf(entry: SessionEntry): SnapshotEntryData | undefined {
  if (entry.type !== "custom" || entry.customType !== SNAPSHOT_ENTRY || !isObject(entry.data)) return undefined;
  const { trees, when, leftOut, replaces } = entry.data;
  if (!isObject(trees) || (when !== "before" && when !== "after")) return undefined;
  const named = Object.entries(trees).filter(
    ([folder, tree]) => isInside(folder) && /^[0-9a-f]{40}$/.test(String(tree)),
  );
  const files = Array.isArray(leftOut) ? leftOut.filter((path) => typeof path === "string") : [];
  return {
    ...{ when, trees: Object.fromEntries(named) as Record<string, string>, leftOut: files },
    ...(typeof replaces === "string" ? { replaces } : {}),
  };
}

/** A log may come from elsewhere: nothing above the folder is written. */
function isInside(folder: string): boolean {
  return !isAbsolute(folder) && !folder.split(/[\\/]/).includes("..");
}

function undoOf(entry: SessionEntry): UndoEntryData | undefined {
  if (entry.type !== "custom" || entry.customType !== UNDO_ENTRY || !isObject(entry.data)) return undefined;
  const { kind, runs, leaf } = entry.data;
  if ((kind !== "undo" && kind !== "redo") || !Array.isArray(runs)) return undefined;
  return { kind, runs: runs.filter((run) => typeof run === "string"), ...(typeof leaf === "string" ? { leaf } : {}) };
}
