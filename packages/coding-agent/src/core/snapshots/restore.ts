import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { replaceFile } from "../files/replace-file.ts";
import { uniqueName } from "../files/unique-name.ts";
import { readContents } from "./contents.ts";
import { isSame, kindOf, readState } from "./file-state.ts";
import type { PlannedChange } from "./plan-restore.ts";
import { SnapshotError } from "./snapshot.ts";
import type { SnapshotStore } from "./store.ts";

interface RestoreOptions {
  /** Called after each file. */
  readonly onFile?: (path: string) => void;
}

/**
 * Applies the planned changes; call it inside `exclusive`. All changes are checked and journalled first, so that after
 * a kill the next program can complete them.
 */
export async function restore(
  store: SnapshotStore,
  changes: readonly PlannedChange[],
  { onFile }: RestoreOptions = {},
): Promise<void> {
  const contents = await contentsOf(store, changes);
  const moved = changes.find(({ path, now }) => !isSame(readState(store.root, path), now));
  if (moved) throw new SnapshotError("conflict", `${moved.path} has changed in this moment. No file was written.`);
  replaceFile(journalOf(store), JSON.stringify(changes), { mode: 0o600, durable: true });
  write(store.root, changes, contents, onFile);
  rmSync(journalOf(store));
}

/** Completes a restore that was killed. Resolves to the files that were changed since then, which stay as they are. */
export async function completeRestore(store: SnapshotStore): Promise<readonly string[]> {
  if (!existsSync(journalOf(store))) return [];
  const changes = JSON.parse(readFileSync(journalOf(store), "utf8")) as PlannedChange[];
  const left = changes.filter(({ path, next }) => !isSame(readState(store.root, path), next));
  const open = left.filter(({ path, now }) => isSame(readState(store.root, path), now));
  write(store.root, open, await contentsOf(store, open));
  rmSync(journalOf(store));
  return left.filter((change) => !open.includes(change)).map(({ path }) => path);
}

function journalOf({ gitDir }: SnapshotStore): string {
  return join(gitDir, "restore.json");
}

function contentsOf(store: SnapshotStore, changes: readonly PlannedChange[]): Promise<Map<string, Buffer>> {
  return readContents(
    store,
    changes.flatMap(({ next }) => (next ? [next.id] : [])),
  );
}

/** Writes the changes, deletions first: a folder may become a file, and a file a folder. */
function write(
  root: string,
  changes: readonly PlannedChange[],
  contents: ReadonlyMap<string, Buffer>,
  onFile?: (path: string) => void,
): void {
  for (const { path, next } of changes) {
    if (next) continue;
    rmSync(join(root, path), { force: true });
    removeEmptyFolders(root, dirname(path));
    onFile?.(path);
  }
  for (const { path, next } of changes) {
    if (!next) continue;
    writeState(root, path, next, contents.get(next.id) ?? Buffer.alloc(0));
    onFile?.(path);
  }
}

function removeEmptyFolders(root: string, folder: string): void {
  for (let path = folder; path !== "." && path !== ""; path = dirname(path)) {
    try {
      rmdirSync(join(root, path));
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return;
    }
  }
}

function writeState(root: string, path: string, { mode }: NonNullable<PlannedChange["next"]>, content: Buffer): void {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  const kind = kindOf(root, path);
  if (kind === "folder") rmSync(target, { recursive: true });
  const temporary = join(dirname(target), `.tau-${uniqueName()}.tmp`);
  try {
    if (mode === "120000") symlinkSync(content, temporary);
    else {
      writeFileSync(temporary, content, { flag: "wx" });
      const present = lstatSync(kind === "file" ? target : temporary).mode & 0o777;
      chmodSync(temporary, mode === "100755" ? present | ((present & 0o444) >> 2) : present & ~0o111);
    }
    renameSync(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
}
