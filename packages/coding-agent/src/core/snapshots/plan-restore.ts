import { readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ChangedFolder, changedFolders } from "./changed-folders.ts";
import { LOST_CONTENT, lostContents, readContents } from "./contents.ts";
import { type FileState, isSame, kindOf, readContent, readState } from "./file-state.ts";
import { askGit, storeEnvironment, words } from "./git.ts";
import { decodePath, diskPath } from "./path-bytes.ts";
import type { Snapshot } from "./snapshot.ts";
import type { SnapshotStore } from "./store.ts";

/** A change from one recorded state to another, to be applied to the current files. */
export interface RestoreStep {
  readonly from: Snapshot;
  readonly to: Snapshot;
}

export interface PlannedChange {
  readonly path: string;
  readonly now: FileState;
  readonly next: FileState;
}

export interface Conflict {
  readonly path: string;
  readonly reason: string;
}

export interface RestorePlan {
  readonly changes: readonly PlannedChange[];
  readonly conflicts: readonly Conflict[];
  /** Paths that were not recorded and are therefore not restored. */
  readonly leftOut: readonly string[];
}

/**
 * Plans the writes that apply the steps in order. The user's changes in the meantime are kept: other files stay
 * untouched, changes in the same file are merged, and where that fails there is a conflict. Writes nothing.
 */
export async function planRestore(store: SnapshotStore, steps: readonly RestoreStep[]): Promise<RestorePlan> {
  const files = new Map<string, { now: FileState; next: FileState }>();
  const conflicts = new Map<string, string>();
  const leftOut = new Set<string>();
  const apply = async ({ path, from, to }: FileChange) => {
    const now = readState(store.root, path);
    const file = files.get(path) ?? { now, next: now };
    files.set(path, file);
    const merged = await merge(store, path, { base: from, ours: file.next, theirs: to });
    if ("conflict" in merged) conflicts.set(path, merged.conflict);
    else file.next = merged.state;
  };
  for (const step of steps) {
    const unrecorded = [...(step.from.leftOut ?? []), ...(step.to.leftOut ?? [])];
    for (const path of unrecorded) leftOut.add(path);
    for (const change of await changesOf(store, step, leftOut))
      if (!isAmong(unrecorded, change.path) && !conflicts.has(change.path)) await apply(change);
  }
  const changes = [...files]
    .filter(([path, { now, next }]) => !conflicts.has(path) && !isSame(now, next))
    .map(([path, states]) => ({ path, ...states }));
  for (const { path, reason } of await lostChanges(store, changes)) conflicts.set(path, reason);
  for (const { path, reason } of obstacles(store.root, changes)) conflicts.set(path, reason);
  return {
    changes: changes.filter(({ path }) => !conflicts.has(path)),
    conflicts: [...conflicts].map(([path, reason]) => ({ path, reason })),
    leftOut: [...leftOut],
  };
}

/** Returns whether a path, or a folder above it, is among those that were not recorded. */
function isAmong(unrecorded: readonly string[], path: string): boolean {
  return unrecorded.some((each) => each === path || (each.endsWith("/") && path.startsWith(each)));
}

/** Resolves to the files that differ between two states, plus the paths that were not recorded in one of them. */
export async function changedPaths(store: SnapshotStore, step: RestoreStep): Promise<string[]> {
  const leftOut = new Set<string>();
  const changes = await changesOf(store, step, leftOut);
  return [...changes.map(({ path }) => path), ...leftOut];
}

interface FileChange {
  readonly path: string;
  readonly from: FileState;
  readonly to: FileState;
}

async function changesOf(store: SnapshotStore, step: RestoreStep, leftOut: Set<string>): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const folder of await changedFolders(store, step)) {
    const own = await treeChanges(store, folder);
    // The step ends without this repository. Its own data is not recorded, so what only it contained stays, too.
    const isGone = folder.path in step.from.trees && !(folder.path in step.to.trees);
    const kept = isGone ? own.filter(({ to }) => to) : own;
    changes.push(...kept);
    if (kept.length < own.length) leftOut.add(`${folder.path}/`);
    const isBack = folder.path in step.to.trees && !(folder.path in step.from.trees);
    if (isBack && kindOf(store.root, `${folder.path}/.git`) === "missing") leftOut.add(`${folder.path}/.git`);
  }
  return changes;
}

async function treeChanges(
  store: SnapshotStore,
  { path: folder, before, after, nested }: ChangedFolder,
): Promise<FileChange[]> {
  const prefix = await store.prefixOf(folder);
  const within = prefix ? ["--", `:(literal)${prefix}`] : [];
  const fields = words(await store.git(["diff-tree", "-r", "-z", "--raw", "--no-renames", before, after, ...within]));
  const changes: FileChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [fromMode = "", toMode, fromId = "", toId = ""] = (fields[at] ?? "").slice(1).split(" ");
    const below = (fields[at + 1] ?? "").slice(prefix.length);
    const path = folder ? `${folder}/${below}` : below;
    if (nested.some((each) => path.startsWith(`${each}/`))) continue;
    changes.push({ path, from: stateOf(fromMode, fromId), to: stateOf(toMode ?? "", toId) });
  }
  return changes;
}

function stateOf(mode: string, id: string): FileState {
  return mode === "100644" || mode === "100755" || mode === "120000" ? { mode, id } : undefined;
}

type Merged = { readonly state: FileState } | { readonly conflict: string };

async function merge(
  store: SnapshotStore,
  path: string,
  { base, ours, theirs }: { base: FileState; ours: FileState; theirs: FileState },
): Promise<Merged> {
  if (isSame(ours, base)) return { state: theirs };
  if (isSame(ours, theirs)) return { state: ours };
  if (!base && ours && theirs) return { conflict: "another file has this name now" };
  if (!ours) return { conflict: "it was deleted since" };
  if (!theirs || !base) return { conflict: "it was changed since, and would be deleted" };
  if ([base, ours, theirs].some(({ mode }) => mode === "120000")) return { conflict: "the link was changed since" };
  const mode = base.mode === theirs.mode ? ours.mode : theirs.mode;
  if (theirs.id === base.id || ours.id === theirs.id) return { state: { mode, id: ours.id } };
  if (ours.id === base.id) return { state: { mode, id: theirs.id } };
  const merged = await mergeContents(store, path, [ours.id, base.id, theirs.id]);
  return typeof merged === "string" ? { state: { mode, id: merged } } : merged;
}

/** Merges three texts with git's own merge. Resolves to the id of the result, or to the reason why there is none. */
async function mergeContents(
  store: SnapshotStore,
  path: string,
  ids: readonly [ours: string, base: string, theirs: string],
): Promise<string | { readonly conflict: string }> {
  const disk = kindOf(store.root, path) === "file" ? readContent(diskPath(store.root, path)) : undefined;
  // An ignored file is in no snapshot, so its content has to be stored first.
  if (disk) await store.write(disk);
  if ((await lostContents(store, ids)).size > 0) return { conflict: LOST_CONTENT };
  const contents = await readContents(store, ids);
  const folder = await mkdtemp(join(store.gitDir, "merge-"));
  try {
    const files = ["ours", "base", "theirs"].map((name) => join(folder, name));
    for (const [at, file] of files.entries()) await writeFile(file, contents.get(ids[at] ?? "") ?? "");
    const options = { cwd: folder, env: storeEnvironment(store.place) };
    const { exitCode, stdout } = await askGit(["merge-file", "-p", "-q", ...files], options);
    if (exitCode > 127) return { conflict: "it was changed since, and is not text that can be merged" };
    if (exitCode !== 0) return { conflict: "the same lines were changed since" };
    return await store.write(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves to conflicts for the changes whose contents are missing. */
async function lostChanges(store: SnapshotStore, changes: readonly PlannedChange[]): Promise<Conflict[]> {
  const ids = changes.flatMap(({ next }) => (next ? [next.id] : []));
  const lost = await lostContents(store, ids);
  return changes.filter(({ next }) => next && lost.has(next.id)).map(({ path }) => ({ path, reason: LOST_CONTENT }));
}

/** Yields conflicts with anything that is in the way of a file to be written. */
function* obstacles(root: string, changes: readonly PlannedChange[]): Generator<Conflict> {
  const deleted = new Set(changes.filter(({ next }) => !next).map(({ path }) => path));
  for (const { path, next } of changes) {
    if (!next) continue;
    const kind = kindOf(root, path);
    if (kind === "other") yield { path, reason: "something that is no file has this name now" };
    if (kind === "folder" && !isEmptied(root, path, deleted))
      yield { path, reason: "a folder with other files has this name now" };
    const parts = path.split("/");
    for (let length = 1; length < parts.length; length++) {
      const above = parts.slice(0, length).join("/");
      const there = kindOf(root, above);
      if (there !== "folder" && there !== "missing" && !deleted.has(above))
        yield { path, reason: `${above} is no folder any more` };
    }
  }
}

function isEmptied(root: string, folder: string, deleted: ReadonlySet<string>): boolean {
  return readdirSync(diskPath(root, folder), { withFileTypes: true, encoding: "buffer" }).every((entry) => {
    const path = `${folder}/${decodePath(entry.name)}`;
    return entry.isDirectory() ? isEmptied(root, path, deleted) : deleted.has(path);
  });
}
