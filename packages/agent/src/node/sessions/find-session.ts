import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { readSessionHeader } from "../log/read-header.ts";
import { ifPossible } from "../log/storage-error.ts";
import { findWriter } from "../log/writer-lock.ts";
import { changeTime, sessionFilesIn } from "./session-folder.ts";
import { defaultHome, draftDirectory, encodeCwd, sessionIdOfFile, spellWhole } from "./session-paths.ts";

/**
 * Returns the folders that may have the sessions of a project. For a long path this includes the folder with the full name, which other
 * programs use.
 */
export function sessionFolders(cwd: string, sessionDir?: string, agentDir: string = defaultHome()): string[] {
  const usual = [...new Set([encodeCwd(cwd), spellWhole(cwd)])].map((name) => join(agentDir, "sessions", name));
  return sessionDir === undefined || usual.includes(sessionDir) ? usual : [sessionDir];
}

/** Returns the session file that changed last; with `cwd`, the last one of that project. */
export function findMostRecentSession(sessionDir: string | readonly string[], cwd?: string): string | null {
  return newestFirst([sessionDir].flat()).find(({ path }) => belongsTo(path, cwd))?.path ?? null;
}

/** Returns a draft of the project that is newer than `than` and that no running program writes. */
export function findRecentDraft(sessionDir: string, cwd: string, than: string | null): string | undefined {
  const limit = than === null ? 0 : changeTime(than);
  return newestFirst([draftDirectory(sessionDir)]).find(
    ({ path, changed }) => changed > limit && belongsTo(path, cwd) && !findWriter(path),
  )?.path;
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
    // Skip only files that cannot be examined, such as a link to itself.
    const stat = ifPossible(() => statSync(path));
    return stat?.isFile() ? [{ path, changed: stat.mtimeMs }] : [];
  });
  return files.sort((a, b) => b.changed - a.changed);
}
