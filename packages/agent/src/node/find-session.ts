import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { readSessionHeader } from "./read-header.ts";
import { changeTime, sessionFilesIn } from "./session-folder.ts";
import { defaultHome, draftDirectory, encodeCwd, sessionIdOfFile, spellWhole } from "./session-paths.ts";
import { ifPossible } from "./storage-error.ts";
import { findWriter } from "./writer-lock.ts";

/** Where sessions of a project may lie: with a long path also in the folder that carries all of it, which other programs make. */
export function sessionFolders(cwd: string, sessionDir?: string, agentDir: string = defaultHome()): string[] {
  const usual = [...new Set([encodeCwd(cwd), spellWhole(cwd)])].map((name) => join(agentDir, "sessions", name));
  return sessionDir === undefined || usual.includes(sessionDir) ? usual : [sessionDir];
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
