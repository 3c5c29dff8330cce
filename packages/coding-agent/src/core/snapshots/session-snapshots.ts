import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import type { SessionLog } from "@tau/agent";
import { errorText } from "../error-text.ts";
import { changedFolders } from "./changed-folders.ts";
import { kindOf } from "./file-state.ts";
import { ignoredChanges } from "./ignored-changes.ts";
import { type Conflict, changedPaths, planRestore, type RestoreStep } from "./plan-restore.ts";
import { completeRestore, restore } from "./restore.ts";
import {
  joinSteps,
  lastPrompt,
  lastUndo,
  pathBetween,
  type RecordedRun,
  type RecordedStep,
  type RefusalEntryData,
  recordAt,
  recordedRuns,
  refusalIn,
  SNAPSHOT_ENTRY,
  type SnapshotEntryData,
  UNDO_ENTRY,
  type UndoEntryData,
} from "./run-history.ts";
import { isSameSnapshot, type Snapshot, SnapshotError, type SnapshotLimits } from "./snapshot.ts";
import { SnapshotStore } from "./store.ts";

export interface SnapshotSources {
  readonly log: SessionLog;
  readonly agentDir: string;
  readonly limits: () => SnapshotLimits;
}

export interface PutBackOptions {
  /** Restores the other files and leaves those in conflict as they are. Otherwise any conflict stops the whole restore. */
  readonly skipConflicts?: boolean | undefined;
}

interface RestoreOptions extends PutBackOptions {
  /** The last record of a run in which the program was killed. */
  readonly since?: Snapshot | undefined;
  /** When the first run began that is undone: ignored files that changed later are named. */
  readonly startedMs?: number | undefined;
}

export interface UndoOptions extends PutBackOptions {
  readonly scope: "both" | "files" | "conversation";
  /** Moves the session to an entry of the log. If the entry is a prompt, moves before it and resolves to its text. */
  readonly move: (entryId: string) => Promise<string | undefined>;
}

export interface PutBack {
  /** False if conflicts stopped the restore: nothing was changed. */
  readonly isDone: boolean;
  readonly files: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly leftOut: readonly string[];
  /**
   * For a run in which the program was killed: files that changed after its last record. They may be the user's
   * changes, so they stay.
   */
  readonly unknown?: readonly string[];
  /** Why the files of the session are not recorded, if they are not. */
  readonly refusal?: string | undefined;
  /** The prompt that was reverted. */
  readonly editorText?: string | undefined;
}

/** Records the files before and after the runs of one session, and restores them. All of its records are in the session's log. */
export class SessionSnapshots {
  private readonly sources: SnapshotSources;
  private opened: Promise<SnapshotStore> | undefined;
  /** The current run, with the state of the files in its last entry. */
  private present: { readonly id: string; last: Snapshot } | undefined;
  /** Number of calls in progress. */
  private changing = 0;
  /** Whether the last snapshot was taken after the last call of the run had ended. */
  private isCurrent = true;
  /** Whether a call of the run may have left a program behind that still changes files. */
  private hasCommand = false;
  /** Files that tools wrote, relative to the folder. Ignored files among them are recorded by name. */
  private readonly written = new Set<string>();

  constructor(sources: SnapshotSources) {
    this.sources = sources;
  }

  /**
   * Call this before each change: the current state of the files is not the work of this change. `isExact`: the change
   * is over when the call is, because a tool writes the named files itself.
   */
  async beforeChange(paths: readonly string[], { isExact = false } = {}): Promise<void> {
    this.isCurrent = false;
    this.hasCommand ||= !isExact;
    const store = await this.open();
    const added = below(store.root, paths).filter((path) => !this.written.has(path));
    // While another call is in progress, changes count as its work. A new snapshot is needed only if this call writes
    // to an ignored file, which is recorded from now on.
    if (this.changing++ > 0 && !(await this.addsIgnored(store, added))) return;
    for (const path of added) this.written.add(path);
    const before = await this.take(store);
    const { present } = this;
    if (!present) this.present = { id: this.record({ when: "before", ...before }), last: before };
    else if (!isSameSnapshot(before, present.last)) {
      this.record({ when: "before", run: present.id, ...before });
      present.last = before;
    }
  }

  /**
   * Call this after each change, so that the run is known up to here after a crash. `isLast` is false if another change
   * is recorded right after this one.
   */
  async afterChange({ isLast = true } = {}): Promise<void> {
    this.changing = Math.max(0, this.changing - 1);
    if (isLast) await this.recordStep(await this.open());
  }

  /** Call this after each run. What its calls changed is recorded already, unless one of them can have left a program running. */
  async afterRun(): Promise<void> {
    const { present, isCurrent, hasCommand } = this;
    this.present = undefined;
    this.changing = 0;
    this.hasCommand = false;
    if (!present) return;
    const after = isCurrent && !hasCommand ? present.last : await this.take(await this.open());
    this.record({ when: "after", ...after });
  }

  /** Records in the log why nothing is recorded. Returns the reason if the log did not have it yet. */
  refuse(error: unknown): string | undefined {
    const { log } = this.sources;
    const isExpected = error instanceof SnapshotError && error.code === "no-snapshot";
    const reason = isExpected ? error.message : `Changes of files cannot be undone from here on: ${errorText(error)}`;
    if (refusalIn(log.getBranch()) === reason) return undefined;
    log.appendCustomEntry(SNAPSHOT_ENTRY, { when: "never", reason } satisfies RefusalEntryData);
    return reason;
  }

  /** Resolves to whether an ignored file will be recorded from now on. Changes in progress are recorded without it first. */
  private async addsIgnored(store: SnapshotStore, added: readonly string[]): Promise<boolean> {
    const present = added.filter((path) => kindOf(store.root, path) !== "missing");
    if (present.length === 0 || !(await store.hasIgnored(present))) {
      for (const path of added) this.written.add(path);
      return false;
    }
    await this.recordStep(store);
    return true;
  }

  private async recordStep(store: SnapshotStore): Promise<void> {
    const after = await this.take(store);
    const { present } = this;
    this.isCurrent = this.changing === 0;
    if (!present || isSameSnapshot(after, present.last)) return;
    present.last = after;
    this.record({ when: "after", isStep: true, ...after });
  }

  /** Reverts the last run: its files, its part of the conversation, or both. */
  async undo({ scope, move, ...options }: UndoOptions): Promise<PutBack> {
    const { log } = this.sources;
    const branch = log.getBranch();
    const prompt = scope === "files" ? undefined : lastPrompt(branch);
    const all = recordedRuns(branch);
    const runs = all.filter(({ isUndone }) => !isUndone);
    const concerned =
      scope === "files"
        ? runs.slice(-1)
        : prompt === undefined
          ? []
          : runs.filter(({ id }) => isAfter(branch, id, prompt));
    if (prompt === undefined && concerned.length === 0)
      throw new SnapshotError(
        "nothing-to-undo",
        ["There is nothing to undo.", refusalIn(branch) ?? ""].join(" ").trim(),
      );
    const wanted = scope === "conversation" ? [] : concerned;
    const refusal = scope === "conversation" ? undefined : this.refusal;
    const last = all.at(-1);
    const since = last?.isCutOff && wanted.includes(last) ? last.last : undefined;
    const done = await this.putBack(backwards(stepsOf(wanted)), { ...options, since, startedMs: wanted[0]?.startedMs });
    if (!done.isDone) return done;
    const leaf = log.getLeafId();
    const editorText = prompt === undefined ? undefined : await move(prompt);
    const moved = prompt !== undefined && leaf !== null ? { leaf } : {};
    this.recordUndo({ kind: "undo", runs: wanted.map(({ id }) => id), ...moved });
    return { ...done, refusal, editorText };
  }

  async redo({ move, ...options }: Omit<UndoOptions, "scope">): Promise<PutBack> {
    const { log } = this.sources;
    const undo = lastUndo(log.getBranch())?.data;
    if (!undo) throw new SnapshotError("nothing-to-undo", "There is nothing to redo: the session has continued since.");
    const runs = recordedRuns(log.getBranch(undo.leaf)).filter(({ id }) => undo.runs.includes(id));
    const done = await this.putBack(joinSteps(stepsOf(runs)), options);
    if (!done.isDone) return done;
    if (undo.leaf !== undefined) await move(undo.leaf);
    // The session continues after the last entry of the log, so the redo is recorded last.
    this.recordUndo({ kind: "redo", runs: undo.runs });
    return done;
  }

  /** Restores the files as they were at another entry of the tree. `isAlone`: the conversation stays where it is. */
  async goTo(
    leafId: string | null,
    { isAlone = false, ...options }: PutBackOptions & { readonly isAlone?: boolean } = {},
  ): Promise<PutBack> {
    const { log } = this.sources;
    const target = leafId === null ? null : recordAt(log, leafId);
    const { left, entered } = pathBetween(log, log.getLeafId(), target);
    const undone = recordedRuns(log.getBranch()).filter(({ isUndone }) => !isUndone);
    const redone = target === null ? [] : recordedRuns(log.getBranch(target)).filter(({ isUndone }) => !isUndone);
    const steps = [...backwards(stepsAmong(left, undone)), ...joinSteps(stepsAmong(entered, redone))];
    const done = await this.putBack(steps, options);
    // If a run was left in the middle, undoing the whole run still reverts the rest of it.
    const runs = undone.filter((run) => left.some(({ id }) => id === run.id)).map(({ id }) => id);
    if (done.isDone && isAlone && runs.length > 0) this.recordUndo({ kind: "undo", runs });
    return done;
  }

  /** Returns whether runs that may have changed files lie between the current entry and another one. */
  hasRunsUntil(leafId: string | null): boolean {
    const { log } = this.sources;
    const target = leafId === null ? null : recordAt(log, leafId);
    const { left, entered } = pathBetween(log, log.getLeafId(), target);
    const runs = target === null ? [] : recordedRuns(log.getBranch(target));
    const steps = [...stepsAmong(left, recordedRuns(log.getBranch())), ...stepsAmong(entered, runs)];
    return joinSteps(steps).length > 0;
  }

  /** Why the files of the session are not recorded, if they are not. */
  get refusal(): string | undefined {
    return refusalIn(this.sources.log.getBranch());
  }

  /** Resolves to the changes of the last run, or of all runs of the branch, as a unified diff. */
  async diff(scope: "turn" | "session"): Promise<string> {
    const runs = recordedRuns(this.sources.log.getBranch()).filter(({ isUndone }) => !isUndone);
    const steps = joinSteps(stepsOf(scope === "turn" ? runs.slice(-1) : runs));
    let text = "";
    for (const step of steps) text += await diffOf(await this.open(), step);
    return text;
  }

  private async putBack(
    steps: readonly RestoreStep[],
    { skipConflicts = false, since, startedMs }: RestoreOptions,
  ): Promise<PutBack> {
    if (steps.length === 0 && !since && startedMs === undefined)
      return { isDone: true, files: [], conflicts: [], leftOut: [] };
    const store = await this.open();
    const completed = await store.exclusive(() => completeRestore(store));
    // Keep the current files in the store, whatever happens next.
    const now = await this.take(store);
    return await store.exclusive(async () => {
      const { changes, conflicts, leftOut } = await planRestore(store, steps);
      const known = new Set([...changes, ...conflicts].map(({ path }) => path));
      const unknown = since && (await changedPaths(store, { from: since, to: now })).filter((path) => !known.has(path));
      const changed = startedMs === undefined ? [] : await ignoredChanges(store, startedMs);
      // A repository in an ignored folder is recorded once a tool writes to it.
      const ignored = changed.filter((folder) => ![...known].some((path) => path.startsWith(folder)));
      const plan = {
        conflicts: conflicts.map(({ path, reason }) => ({ path: path.toWellFormed(), reason })),
        leftOut: shown([...leftOut, ...ignored]),
        ...(unknown && { unknown: shown(unknown) }),
      };
      if (conflicts.length > 0 && !skipConflicts) return { isDone: false, files: [], ...plan };
      await restore(store, changes);
      return { isDone: true, files: shown([...completed, ...changes.map(({ path }) => path)]), ...plan };
    });
  }

  private async take(store: SnapshotStore): Promise<Snapshot> {
    return await store.exclusive(async () => {
      await completeRestore(store);
      const taken = await store.take([...this.written]);
      store.retain(taken, this.session);
      return taken;
    });
  }

  private get session() {
    const { log } = this.sources;
    return { id: log.getSessionId(), file: log.getSessionFile() };
  }

  private open(): Promise<SnapshotStore> {
    const { log, agentDir, limits } = this.sources;
    this.opened ??= SnapshotStore.open(log.getCwd(), agentDir, limits());
    return this.opened;
  }

  private record(data: SnapshotEntryData): string {
    return this.sources.log.appendCustomEntry(SNAPSHOT_ENTRY, data);
  }

  private recordUndo(data: UndoEntryData): void {
    this.sources.log.appendCustomEntry(UNDO_ENTRY, data);
  }
}

/** Returns the paths as they are told to the user, without repetition. */
function shown(paths: Iterable<string>): string[] {
  return [...new Set([...paths].map((path) => path.toWellFormed()))];
}

function stepsOf(runs: readonly RecordedRun[]): RecordedStep[] {
  return runs.flatMap(({ steps }) => steps);
}

/** Returns the steps that ended within a part of the log. */
function stepsAmong(entries: readonly { readonly id: string }[], runs: readonly RecordedRun[]): RecordedStep[] {
  const ids = new Set(entries.map(({ id }) => id));
  return stepsOf(runs).filter(({ entry }) => ids.has(entry));
}

function backwards(steps: readonly RestoreStep[]): RestoreStep[] {
  return joinSteps(steps)
    .map(({ from, to }) => ({ from: to, to: from }))
    .toReversed();
}

async function diffOf(store: SnapshotStore, step: RestoreStep): Promise<string> {
  let text = "";
  for (const { path, before, after, nested } of await changedFolders(store, step)) {
    const prefix = await store.prefixOf(path);
    const below = path ? `${path}/` : "";
    const names = [`--src-prefix=a/${below}`, `--dst-prefix=b/${below}`];
    const others = nested.map((each) => `:(exclude,literal)${prefix}${each.slice(below.length)}/`);
    const args = ["diff-tree", "-p", "-r", "--no-renames", "--no-ext-diff", "--no-textconv", ...names];
    const within = ["--", `:(top,literal)${prefix}`, ...others];
    text += (await store.git([...args, before, after, ...within])).toString("utf8");
  }
  return text;
}

function isAfter(branch: readonly { readonly id: string }[], id: string, other: string): boolean {
  const ids = branch.map((entry) => entry.id);
  return ids.indexOf(id) > ids.indexOf(other);
}

/** Returns the files below a folder, as git paths. */
function below(root: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!isAbsolute(path)) return [];
    const within = relative(root, resolveFolder(path)).split(sep).join("/");
    return within === "" || within.startsWith("../") || isAbsolute(within) || GIT_DATA.test(within) ? [] : [within];
  });
}

/** Matches what belongs to a repository itself. */
const GIT_DATA = /(?:^|\/)\.git(?:\/|$)/;

/** Resolves the links in a path's folders, as far as they exist. */
function resolveFolder(path: string): string {
  const parts = path.split(sep);
  for (let length = parts.length - 1; length > 0; length--) {
    const folder = parts.slice(0, length).join(sep) || sep;
    try {
      return join(realpathSync(folder), ...parts.slice(length));
    } catch {
      // This folder does not exist yet, so try the one above it.
    }
  }
  return path;
}
