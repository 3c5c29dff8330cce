import { closeSync, openSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { SessionHeader } from "../session/entry.ts";
import { soundHeader } from "../session/sound-entry.ts";
import { readFirstLine } from "./read-header.ts";
import { draftDirectory, sessionIdOfFile } from "./session-paths.ts";
import { ifPossible, ignoreMissing } from "./storage-error.ts";
import { findWriter } from "./writer-lock.ts";

/** The header of a file, read alone. `undefined` where there is none, or no such file. */
export function readSessionHeader(path: string): SessionHeader | undefined {
  return ifPossible(() => {
    if (!statSync(path).isFile()) return undefined;
    const fd = openSync(path, "r");
    try {
      return soundHeader(readFirstLine(fd).value);
    } finally {
      closeSync(fd);
    }
  });
}

/** The session file changed last; with `cwd`, the last of that project. */
export function findMostRecentSession(sessionDir: string | readonly string[], cwd?: string): string | null {
  return newestFirst([sessionDir].flat()).find(({ path }) => belongsTo(path, cwd))?.path ?? null;
}

/** A draft of the project that is newer than `than` and that no running program is writing. */
export function findRecentDraft(sessionDir: string, cwd: string, than: string | null): string | undefined {
  const limit = than === null ? 0 : changeTime(than);
  return newestFirst([draftDirectory(sessionDir)]).find(
    ({ path, changed }) => changed > limit && belongsTo(path, cwd) && !findWriter(path),
  )?.path;
}

/** When a file was changed last; 0 where there is none. */
export function changeTime(path: string): number {
  return ifPossible(() => statSync(path).mtimeMs) ?? 0;
}

export function findSessionById(sessionDirs: readonly string[], id: string): string | undefined {
  const drafts = [...new Set(sessionDirs.map(draftDirectory))];
  const candidates = [...newestFirst(sessionDirs), ...newestFirst(drafts)];
  const byName = candidates.find(({ path }) => sessionIdOfFile(path) === id || basename(path) === `${id}.jsonl`);
  if (byName && readSessionHeader(byName.path)?.id === id) return byName.path;
  return candidates.find(({ path }) => readSessionHeader(path)?.id === id)?.path;
}

export function belongsTo(path: string, cwd: string | undefined): boolean {
  const header = readSessionHeader(path);
  return header !== undefined && (cwd === undefined || header.cwd === cwd);
}

function newestFirst(folders: readonly string[]): { path: string; changed: number }[] {
  const files = folders.flatMap(sessionFilesIn).flatMap((path) => {
    // One that cannot be looked at, such as a link that leads to itself, costs that one alone.
    const stat = ifPossible(() => statSync(path));
    return stat?.isFile() ? [{ path, changed: stat.mtimeMs }] : [];
  });
  return files.sort((a, b) => b.changed - a.changed);
}

export function sessionFilesIn(folder: string): string[] {
  const names = ignoreMissing(() => readdirSync(folder)) ?? [];
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}
