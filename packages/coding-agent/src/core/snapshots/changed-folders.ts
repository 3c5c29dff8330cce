import type { RestoreStep } from "./plan-restore.ts";
import type { Snapshot } from "./snapshot.ts";
import type { SnapshotStore } from "./store.ts";

/** The state of a folder, or of a nested repository, before and after a step. */
export interface ChangedFolder {
  /** Relative to the session's folder. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Nested repositories, relative to the session's folder: their files are compared on their own. */
  readonly nested: readonly string[];
}

/**
 * Returns the folders whose files differ between two states. Where a repository appeared or disappeared, its files are
 * compared with those that the folder around it had in the same place.
 */
export async function changedFolders(store: SnapshotStore, { from, to }: RestoreStep): Promise<ChangedFolder[]> {
  const folders = [...new Set([...Object.keys(from.trees), ...Object.keys(to.trees)])];
  const changed: ChangedFolder[] = [];
  for (const path of folders) {
    const before = await treeOf(store, from, path);
    const after = await treeOf(store, to, path);
    const nested = folders.filter((each) => each !== path && isBelow(each, path));
    if (before !== after) changed.push({ path, before, after, nested });
  }
  return changed;
}

async function treeOf(store: SnapshotStore, { trees }: Snapshot, folder: string): Promise<string> {
  const own = trees[folder];
  if (own !== undefined) return own;
  const around = Object.keys(trees)
    .filter((each) => isBelow(folder, each))
    .toSorted((a, b) => b.length - a.length)[0];
  if (around === undefined) return EMPTY_TREE;
  const path = (await store.prefixOf(around)) + folder.slice(around ? around.length + 1 : 0);
  return (await store.treeBelow(trees[around] ?? EMPTY_TREE, path)) ?? EMPTY_TREE;
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
