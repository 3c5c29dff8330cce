import { dirname, resolve } from "node:path";
import { createHeader } from "../../session/entries/session-header.ts";
import { SessionLog } from "../../session/session-log.ts";
import type { FileSessionStore } from "../log/file-store.ts";
import { createLog, type FileSessionOptions, openLog, storeFor } from "../log/session-files.ts";
import { findWriter } from "../log/writer-lock.ts";
import { belongsTo, findMostRecentSession, findRecentDraft, findSessionById, sessionFolders } from "./find-session.ts";
import { readBreadcrumb, readLastLeft } from "./read-breadcrumbs.ts";
import { changeTime } from "./session-folder.ts";

/** Opens the log of the project's last session, drafts included, or creates a new one. */
export function continueLog(cwd: string, sessionDir?: string, options: FileSessionOptions = {}): SessionLog {
  const store = storeFor(cwd, sessionDir, options);
  const path = findSessionToContinue(store, cwd, options.env);
  return path === null ? createLog(cwd, sessionDir, options) : new SessionLog(store, store.open(path));
}

/** Creates the log of a new session for `targetCwd` with all entries of another session. */
export function cloneLog(
  sourcePath: string,
  targetCwd: string,
  sessionDir?: string,
  options: FileSessionOptions = {},
): SessionLog {
  const copyOf = resolve(sourcePath);
  const source = openLog(sourcePath, undefined, undefined, options);
  try {
    const store = storeFor(targetCwd, sessionDir, options);
    const header = createHeader(targetCwd, {
      parentSession: copyOf,
      ...options,
      workspace: options.workspace ?? source.getHeader()?.workspace,
    });
    const entries = source.getRelinkedEntries();
    // Pass on reports of damage: they are made only once, and those of the source log are never shown.
    const diagnostics = source.getDiagnostics().filter(({ code }) => code.endsWith("-line"));
    return new SessionLog(store, store.create({ header, entries, copyOf, diagnostics }));
  } finally {
    source.close();
  }
}

export function findSessionFile(cwd: string, id: string, sessionDir?: string): string | undefined {
  return findSessionById(sessionFolders(cwd, sessionDir), id);
}

/** Returns the session this terminal used last, or else the newest of the project, drafts included. */
function findSessionToContinue(store: FileSessionStore, cwd: string, env?: NodeJS.ProcessEnv): string | null {
  const crumb = readBreadcrumb(store.home, env);
  if (crumb?.cwd === cwd && dirname(crumb.path) === store.directory && store.has(crumb.path)) return crumb.path;
  const recent = findMostRecentSession(sessionFolders(cwd, store.directory, store.home), cwd);
  const newest = findRecentDraft(store.directory, cwd, recent) ?? recent;
  return findLaterInSpiteOfClock(store, cwd, newest) ?? newest;
}

/**
 * Returns the session that was left last in this folder if the session with the newest time has not changed since then. The clock must have
 * been set back in between.
 */
function findLaterInSpiteOfClock(store: FileSessionStore, cwd: string, newest: string | null): string | undefined {
  const left = newest === null ? undefined : readLastLeft(store.home, store.directory, cwd);
  const file = left && store.fileOf(left.path);
  if (!left || file === undefined || newest === null || file === newest) return undefined;
  return changeTime(newest) <= left.newestOther && belongsTo(file, cwd) && !findWriter(file) ? left.path : undefined;
}
