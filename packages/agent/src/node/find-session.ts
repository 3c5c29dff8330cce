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
export function findMostRecentSession(sessionDir: string, cwd?: string): string | null {
  return newestFirst(sessionDir).find(({ path }) => belongsTo(path, cwd))?.path ?? null;
}

/** A draft of the project that is newer than `than` and that no running program is writing. */
export function findRecentDraft(sessionDir: string, cwd: string, than: string | null): string | undefined {
  const limit = (than === null ? undefined : ignoreMissing(() => statSync(than).mtimeMs)) ?? 0;
  return newestFirst(draftDirectory(sessionDir)).find(
    ({ path, changed }) => changed > limit && belongsTo(path, cwd) && !findWriter(path),
  )?.path;
}

export function findSessionById(sessionDir: string, id: string): string | undefined {
  const candidates = [...newestFirst(sessionDir), ...newestFirst(draftDirectory(sessionDir))];
  const byName = candidates.find(({ path }) => sessionIdOfFile(path) === id || basename(path) === `${id}.jsonl`);
  if (byName && readSessionHeader(byName.path)?.id === id) return byName.path;
  return candidates.find(({ path }) => readSessionHeader(path)?.id === id)?.path;
}

function belongsTo(path: string, cwd: string | undefined): boolean {
  const header = readSessionHeader(path);
  return header !== undefined && (cwd === undefined || header.cwd === cwd);
}

function newestFirst(folder: string): { path: string; changed: number }[] {
  const names = (ignoreMissing(() => readdirSync(folder)) ?? []).filter((name) => name.endsWith(".jsonl"));
  const files = names.flatMap((name) => {
    const path = join(folder, name);
    const stat = ignoreMissing(() => statSync(path));
    return stat?.isFile() ? [{ path, changed: stat.mtimeMs }] : [];
  });
  return files.sort((a, b) => b.changed - a.changed);
}
