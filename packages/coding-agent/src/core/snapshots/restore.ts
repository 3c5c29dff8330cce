import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "@tau/agent/error-code";
import { errorText } from "../error-text.ts";
import { replaceFile } from "../files/replace-file.ts";
import { uniqueName } from "../files/unique-name.ts";
import { readContents } from "./contents.ts";
import { isSame, kindOf, readState } from "./file-state.ts";
import { diskPath } from "./path-bytes.ts";
import type { PlannedChange } from "./plan-restore.ts";
import { readPrivateFiles } from "./private-files.ts";
import { SnapshotError } from "./snapshot.ts";
import type { SnapshotStore } from "./store.ts";

interface RestoreOptions {
  /** Called after each file. */
  readonly onFile?: ((path: string) => void) | undefined;
}

/** What a restore is about to do, for the next program if this one is killed. */
interface Journal {
  /** Part of the names of the temporary files. */
  readonly id: string;
  readonly changes: readonly PlannedChange[];
}

/** A change with the temporary file that has the new content, or none for a deletion. */
interface StagedChange extends PlannedChange {
  readonly temporary?: string;
}

/**
 * Applies the planned changes; call it inside `exclusive`. All changes are checked, journalled and written beside their
 * places first: a full disk or a closed folder changes no file, and after a kill the next program can complete them.
 */
export async function restore(
  store: SnapshotStore,
  changes: readonly PlannedChange[],
  { onFile }: RestoreOptions = {},
): Promise<void> {
  const contents = await contentsOf(store, changes);
  const journal: Journal = { id: uniqueName(), changes };
  replaceFile(journalOf(store), JSON.stringify(journal), { mode: 0o600, durable: true });
  try {
    const staged = stage(store, journal, contents);
    const moved = changes.find(({ path, now }) => !isSame(readState(store.root, path), now));
    if (moved) throw new SnapshotError("conflict", `${moved.path} has changed in this moment. No file was changed.`);
    commit(store.root, staged, onFile);
  } catch (error) {
    removeTemporaries(store.root, journal);
    throw error;
  } finally {
    rmSync(journalOf(store));
  }
}

/** Completes a restore that was killed. Resolves to the files that it changed; those changed since then stay as they are. */
export async function completeRestore(store: SnapshotStore): Promise<readonly string[]> {
  if (!existsSync(journalOf(store))) return [];
  const journal = JSON.parse(readFileSync(journalOf(store), "utf8")) as Journal;
  removeTemporaries(store.root, journal);
  const left = journal.changes.filter(({ path, next }) => !isSame(readState(store.root, path), next));
  const open = left.filter(({ path, now }) => isSame(readState(store.root, path), now));
  commit(store.root, stage(store, { ...journal, changes: open }, await contentsOf(store, open)));
  rmSync(journalOf(store));
  return open.map(({ path }) => path);
}

function journalOf({ gitDir }: SnapshotStore): string {
  return `${gitDir}/restore.json`;
}

function contentsOf(store: SnapshotStore, changes: readonly PlannedChange[]): Promise<Map<string, Buffer>> {
  return readContents(
    store,
    changes.flatMap(({ next }) => (next ? [next.id] : [])),
  );
}

/** Writes the new contents to temporary files. Changes no file of the user: if that fails, all of them are removed. */
function stage(
  { root, gitDir }: SnapshotStore,
  journal: Journal,
  contents: ReadonlyMap<string, Buffer>,
): StagedChange[] {
  const { id, changes } = journal;
  const privateFiles = readPrivateFiles(gitDir);
  try {
    return changes.map((change, at) => {
      const folder = folderAbove(root, change.path);
      accessSync(diskPath(root, folder), constants.W_OK);
      if (!change.next) return change;
      const temporary = nameIn(folder, id, at);
      const content = contents.get(change.next.id) ?? Buffer.alloc(0);
      writeTemporary(root, { name: temporary, isPrivate: privateFiles.has(change.path) }, change, content);
      return { ...change, temporary };
    });
  } catch (error) {
    removeTemporaries(root, journal);
    throw failure(error, "No file was changed.");
  }
}

function nameIn(folder: string, id: string, at: number): string {
  return `${folder === "." ? "" : `${folder}/`}.tau-${id}-${at}.tmp`;
}

/** Returns the innermost folder above a path that is on the disk. */
function folderAbove(root: string, path: string): string {
  let folder = dirname(path);
  while (folder !== "." && kindOf(root, folder) !== "folder") folder = dirname(folder);
  return folder;
}

/** Removes the temporary files wherever they may have been made. */
function removeTemporaries(root: string, { id, changes }: Journal): void {
  for (const [at, { path }] of changes.entries())
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (kindOf(root, folder) === "folder") rmSync(diskPath(root, nameIn(folder, id, at)), { force: true });
      if (folder === ".") break;
    }
}

/** Moves the changes to their places, deletions first: a folder may become a file, and a file a folder. */
function commit(root: string, changes: readonly StagedChange[], onFile?: (path: string) => void): void {
  let done = 0;
  try {
    for (const change of [...changes.filter(({ next }) => !next), ...changes.filter(({ next }) => next)]) {
      commitOne(root, change);
      done++;
      onFile?.(change.path);
    }
  } catch (error) {
    throw failure(error, `${done} of ${changes.length} files were changed. Repeat it to change the others.`);
  }
}

function failure(cause: unknown, consequence: string): SnapshotError {
  return new SnapshotError("restore-failed", `Files could not be restored: ${errorText(cause)}. ${consequence}`, {
    cause,
  });
}

function commitOne(root: string, { path, temporary }: StagedChange): void {
  const target = diskPath(root, path);
  if (temporary === undefined) {
    rmSync(target, { force: true });
    removeEmptyFolders(root, dirname(path));
  } else {
    mkdirSync(diskPath(root, dirname(path)), { recursive: true });
    if (kindOf(root, path) === "folder") removeFolders(target);
    renameSync(diskPath(root, temporary), target);
  }
}

/** Removes a folder in which there are only folders. Throws if there is a file: it came after the check. */
function removeFolders(folder: string | Buffer): void {
  for (const name of readdirSync(folder, { encoding: "buffer", withFileTypes: true }))
    if (name.isDirectory()) removeFolders(Buffer.concat([Buffer.from(folder), Buffer.from("/"), name.name]));
  rmdirSync(folder);
}

function removeEmptyFolders(root: string, folder: string): void {
  for (let path = folder; path !== "." && path !== ""; path = dirname(path)) {
    try {
      rmdirSync(diskPath(root, path));
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return;
    }
  }
}

function writeTemporary(
  root: string,
  { name, isPrivate }: { readonly name: string; readonly isPrivate: boolean },
  { path, next }: PlannedChange,
  content: Buffer,
): void {
  const temporary = diskPath(root, name);
  if (next?.mode === "120000") {
    symlinkSync(content, temporary);
    return;
  }
  const isThere = kindOf(root, path) === "file";
  writeFileSync(temporary, content, { flag: "wx", mode: isThere || isPrivate ? 0o600 : 0o666 });
  const present = lstatSync(isThere ? diskPath(root, path) : temporary).mode & 0o777;
  chmodSync(temporary, next?.mode === "100755" ? present | ((present & 0o444) >> 2) : present & ~0o111);
}
