import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import type { SessionLog } from "@tau/agent";
import { kindOf } from "./file-state.ts";
import { type Conflict, planRestore, type RestoreStep } from "./plan-restore.ts";
import { completeRestore, restore } from "./restore.ts";
import {
  lastPrompt,
  lastUndo,
  pathBetween,
  type RecordedRun,
  recordedRuns,
  SNAPSHOT_ENTRY,
  type SnapshotEntryData,
  UNDO_ENTRY,
  type UndoEntryData,
} from "./run-history.ts";
import { type Snapshot, SnapshotError, type SnapshotLimits } from "./snapshot.ts";
import { SnapshotStore } from "./store.ts";

export interface SnapshotSources {
  readonly log: SessionLog;
  readonly agentDir: string;
  readonly limits: () => SnapshotLimits;
}

export interface PutBackOptions {
  /** Leaves the files in conflict as they are, and puts back the others. Otherwise a conflict stops all of it. */
  readonly skipConflicts?: boolean | undefined;
}

export interface UndoOptions extends PutBackOptions {
  readonly scope: "both" | "files" | "conversation";
  /** Goes to an entry of the log; before it, if it is a prompt, whose text is returned. */
  readonly move: (entryId: string) => Promise<string | undefined>;
}

export interface PutBack {
  /** False where conflicts stopped it: nothing was changed. */
  readonly isDone: boolean;
  readonly files: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly leftOut: readonly string[];
  /** The prompt that was taken back. */
  readonly editorText?: string | undefined;
}

/** Records the files around the runs of one session, and puts them back. What it knows is in the session's log. */
export class SessionSnapshots {
  private readonly sources: SnapshotSources;
  private opened: Promise<SnapshotStore> | undefined;
  private present: { readonly id: string; before: Snapshot } | undefined;
  /** Files that tools wrote, below the folder: those that are ignored are recorded by name. */
  private readonly written = new Set<string>();

  constructor(sources: SnapshotSources) {
    this.sources = sources;
  }

  /** Called before each change; the first of a run is preceded by a snapshot. */
  async beforeChange(paths: readonly string[]): Promise<void> {
    const store = await this.open();
    const added = below(store.root, paths).filter((path) => !this.written.has(path));
    for (const path of added) this.written.add(path);
    const { present } = this;
    if (!present) {
      const before = await this.take(store);
      this.present = { id: this.record({ when: "before", ...before }), before };
    } else if (added.length > 0) {
      const unrecorded = (await store.ignored(added)).filter((path) => kindOf(store.root, path) !== "missing");
      if (unrecorded.length === 0) return;
      present.before = await store.exclusive(() => store.extend(present.before, unrecorded));
      store.retain(present.before, this.session);
      this.record({ when: "before", replaces: present.id, ...present.before });
    }
  }

  async afterRun(): Promise<void> {
    if (!this.present) return;
    this.present = undefined;
    this.record({ when: "after", ...(await this.take(await this.open())) });
  }

  /** Takes back the last run: its files, its part of the conversation, or both. */
  async undo({ scope, move, ...options }: UndoOptions): Promise<PutBack> {
    const { log } = this.sources;
    const branch = log.getBranch();
    const prompt = scope === "files" ? undefined : lastPrompt(branch);
    const runs = recordedRuns(branch).filter(({ isUndone }) => !isUndone);
    const concerned =
      scope === "files"
        ? runs.slice(-1)
        : prompt === undefined
          ? []
          : runs.filter(({ id }) => isAfter(branch, id, prompt));
    if (prompt === undefined && concerned.length === 0)
      throw new SnapshotError("nothing-to-undo", "There is nothing to undo.");
    const wanted = scope === "conversation" ? [] : concerned;
    const done = await this.putBack((now) => wanted.toReversed().map((run) => backwards(run, now)), options);
    if (!done.isDone) return done;
    const leaf = log.getLeafId();
    const editorText = prompt === undefined ? undefined : await move(prompt);
    const moved = prompt !== undefined && leaf !== null ? { leaf } : {};
    this.recordUndo({ kind: "undo", runs: wanted.map(({ id }) => id), ...moved });
    return { ...done, editorText };
  }

  async redo({ move, ...options }: Omit<UndoOptions, "scope">): Promise<PutBack> {
    const { log } = this.sources;
    const undo = lastUndo(log.getBranch())?.data;
    if (!undo) throw new SnapshotError("nothing-to-undo", "There is nothing to redo: the session has continued since.");
    const runs = recordedRuns(log.getBranch(undo.leaf)).filter(({ id }) => undo.runs.includes(id));
    const done = await this.putBack((now) => runs.map((run) => forwards(run, now)), options);
    if (!done.isDone) return done;
    if (undo.leaf !== undefined) await move(undo.leaf);
    // The last entry of the log is where the session continues.
    this.recordUndo({ kind: "redo", runs: undo.runs });
    return done;
  }

  /** Brings the files to where they were at another place of the tree. `isAlone`: the conversation stays. */
  async goTo(
    leafId: string | null,
    { isAlone = false, ...options }: PutBackOptions & { readonly isAlone?: boolean } = {},
  ): Promise<PutBack> {
    const { log } = this.sources;
    const { left, entered } = pathBetween(log, log.getLeafId(), leafId);
    const among = (branch: readonly { id: string }[], run: RecordedRun) => branch.some(({ id }) => id === run.id);
    const undone = recordedRuns(log.getBranch()).filter((run) => !run.isUndone && among(left, run));
    const target = leafId === null ? [] : recordedRuns(log.getBranch(leafId));
    const redone = target.filter((run) => !run.isUndone && among(entered, run));
    const done = await this.putBack(
      (now) => [...undone.toReversed().map((run) => backwards(run, now)), ...redone.map((run) => forwards(run, now))],
      options,
    );
    if (done.isDone && isAlone && undone.length > 0)
      this.recordUndo({ kind: "undo", runs: undone.map(({ id }) => id) });
    return done;
  }

  /** Whether runs that may have changed files lie between here and another place of the tree. */
  hasRunsUntil(leafId: string | null): boolean {
    const { log } = this.sources;
    const { left, entered } = pathBetween(log, log.getLeafId(), leafId);
    return recordedRuns(left).length + recordedRuns(entered).length > 0;
  }

  /** What the last run changed, or all runs of the branch, as a unified diff. */
  async diff(scope: "turn" | "session"): Promise<string> {
    const runs = recordedRuns(this.sources.log.getBranch()).filter(({ isUndone }) => !isUndone);
    const [first, last] = [scope === "turn" ? runs.at(-1) : runs[0], runs.at(-1)];
    if (!first || !last) return "";
    const store = await this.open();
    const after = last.after ?? (await this.take(store));
    let text = "";
    for (const [folder, tree] of Object.entries(after.trees)) {
      const before = first.before.trees[folder];
      const prefix = await store.prefixOf(folder);
      const below = folder ? `${folder}/` : "";
      const names = [`--src-prefix=a/${below}`, `--dst-prefix=b/${below}`];
      const within = prefix ? ["--", `:(literal)${prefix}`] : [];
      const args = ["diff-tree", "-p", "-r", "--no-renames", "--no-ext-diff", "--no-textconv", ...names];
      if (before !== undefined && before !== tree)
        text += (await store.git([...args, before, tree, ...within])).toString("utf8");
    }
    return text;
  }

  private async putBack(
    stepsFrom: (now: Snapshot) => readonly RestoreStep[],
    { skipConflicts = false }: PutBackOptions,
  ): Promise<PutBack> {
    const nothing = { isDone: true, files: [], conflicts: [], leftOut: [] };
    if (stepsFrom(NO_FILES).length === 0) return nothing;
    const store = await this.open();
    // Whatever happens next, the files as they are now stay in the store.
    const now = await this.take(store);
    return await store.exclusive(async () => {
      const { changes, conflicts, leftOut } = await planRestore(store, stepsFrom(now));
      if (conflicts.length > 0 && !skipConflicts) return { isDone: false, files: [], conflicts, leftOut };
      await restore(store, changes);
      return { isDone: true, files: changes.map(({ path }) => path), conflicts, leftOut };
    });
  }

  private async take(store: SnapshotStore): Promise<Snapshot> {
    const snapshot = await store.exclusive(async () => {
      await completeRestore(store);
      return await store.take([...this.written]);
    });
    store.retain(snapshot, this.session);
    return snapshot;
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

const NO_FILES: Snapshot = { trees: {} };

function backwards({ before, after }: RecordedRun, now: Snapshot): RestoreStep {
  return { from: after ?? now, to: before };
}

function forwards({ before, after }: RecordedRun, now: Snapshot): RestoreStep {
  return { from: before, to: after ?? now };
}

function isAfter(branch: readonly { readonly id: string }[], id: string, other: string): boolean {
  const ids = branch.map((entry) => entry.id);
  return ids.indexOf(id) > ids.indexOf(other);
}

/** The files below a folder, as paths of git. */
function below(root: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!isAbsolute(path)) return [];
    const within = relative(root, resolveFolder(path)).split(sep).join("/");
    return within === "" || within.startsWith("../") || isAbsolute(within) || within.startsWith(".git/")
      ? []
      : [within];
  });
}

/** With the links of its folders resolved, as far as they exist. */
function resolveFolder(path: string): string {
  const parts = path.split(sep);
  for (let length = parts.length - 1; length > 0; length--) {
    const folder = parts.slice(0, length).join(sep) || sep;
    try {
      return join(realpathSync(folder), ...parts.slice(length));
    } catch {
      // It is still to be made: the one above it is looked at.
    }
  }
  return path;
}
