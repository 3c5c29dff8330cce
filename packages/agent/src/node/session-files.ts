import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createHeader, type NewSessionOptions } from "../session/session-header.ts";
import { SessionLog } from "../session/session-log.ts";
import { readBreadcrumb } from "./breadcrumbs.ts";
import { FileSessionStore, type FileStoreOptions } from "./file-store.ts";
import { findMostRecentSession, findRecentDraft, findSessionById, readSessionHeader } from "./find-session.ts";
import type { SessionListProgress } from "./list-sessions.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { IndexCache } from "./session-index.ts";
import type { SessionInfo } from "./session-info.ts";
import { defaultHome, draftPath, getDefaultSessionDir, indexDirectory } from "./session-paths.ts";
import { ignoreMissing } from "./storage-error.ts";
import { findWriter } from "./writer-lock.ts";

export type FileSessionOptions = NewSessionOptions & FileStoreOptions;

const WAIT_MS = 100;

/** The log of a new session. It has no file before something is said in it. */
export function createLog(cwd: string, sessionDir?: string, options: FileSessionOptions = {}): SessionLog {
  const store = storeFor(cwd, sessionDir, options);
  return new SessionLog(store, store.create({ header: createHeader(cwd, options) }));
}

/** A file that does not exist is made with the first message. A session that may not be written opens read-only. */
export function openLog(
  path: string,
  sessionDir?: string,
  cwdOverride?: string,
  options: FileStoreOptions = {},
): SessionLog {
  const file = resolve(path);
  const cwd = cwdOverride ?? readSessionHeader(file)?.cwd ?? process.cwd();
  const store = new FileSessionStore(sessionDir ?? directoryOf(file, cwd, options), cwd, options);
  return new SessionLog(store, store.open(file), cwdOverride);
}

/** The log of the last session of the project, a draft included, or of a new one. */
export function continueLog(cwd: string, sessionDir?: string, options: FileSessionOptions = {}): SessionLog {
  const store = storeFor(cwd, sessionDir, options);
  const path = findSessionToContinue(store, cwd, options.env);
  return path === null ? createLog(cwd, sessionDir, options) : new SessionLog(store, store.open(path));
}

/** The log of a new session for `targetCwd` with everything another one holds. */
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
    const header = createHeader(targetCwd, { parentSession: copyOf, ...options });
    const entries = source.getRelinkedEntries();
    // Damage is reported once, and the source is never shown.
    const diagnostics = source.getDiagnostics().filter(({ code }) => code.endsWith("-line"));
    return new SessionLog(store, store.create({ header, entries, copyOf, diagnostics }));
  } finally {
    source.close();
  }
}

export function findSessionFile(cwd: string, id: string, sessionDir?: string): string | undefined {
  return findSessionById(sessionDir ?? getDefaultSessionDir(cwd), id);
}

/** The sessions of a project. */
export async function listProjectSessions(
  cwd: string,
  sessionDir?: string,
  onProgress?: SessionListProgress,
  signal?: AbortSignal,
): Promise<SessionInfo[]> {
  const { listSessions } = await import("./list-sessions.ts");
  const sessions = await listSessions([sessionDir ?? getDefaultSessionDir(cwd)], {
    index: defaultIndex(),
    onProgress,
    signal,
  });
  return sessionDir === undefined ? sessions : sessions.filter((session) => session.cwd === cwd);
}

/** Those of every project: of the usual place, or of the folder that is named. */
export async function listAllSessions(
  sessionDir?: string,
  onProgress?: SessionListProgress,
  signal?: AbortSignal,
): Promise<SessionInfo[]> {
  const folders = sessionDir === undefined ? projectFolders(join(defaultHome(), "sessions")) : [sessionDir];
  const { listSessions } = await import("./list-sessions.ts");
  return await listSessions(folders, { index: defaultIndex(), onProgress, signal });
}

/** The other process that writes the session now, if there is one. */
export function findLogWriter(log: SessionLog): ProcessIdentity | undefined {
  const path = log.getSessionFile();
  return path === undefined
    ? undefined
    : (findWriter(path) ?? findWriter(draftPath(dirname(path), log.getSessionId())));
}

/**
 * Resolves once this process may write the session, with a log of all that the writer before it left. Rejects where waiting is no help,
 * with the reason, and when the signal aborts; the log that was given can be read as before then.
 */
export async function waitToWrite(log: SessionLog, signal?: AbortSignal): Promise<SessionLog> {
  let current = log;
  for (let reason = log.getReadOnlyReason(); reason; reason = current.getReadOnlyReason()) {
    if (reason.code !== "locked") throw reason;
    // A process that is killed leaves no trace one could watch for.
    while (findLogWriter(current)) await setTimeout(WAIT_MS, undefined, { signal });
    current = current.reopen();
  }
  return current;
}

/** What this terminal worked on last, else the newest of the project; a draft counts. */
function findSessionToContinue(store: FileSessionStore, cwd: string, env?: NodeJS.ProcessEnv): string | null {
  const crumb = readBreadcrumb(store.home, env);
  if (crumb?.cwd === cwd && dirname(crumb.path) === store.directory && store.has(crumb.path)) return crumb.path;
  const recent = findMostRecentSession(store.directory, cwd);
  return findRecentDraft(store.directory, cwd, recent) ?? recent;
}

function storeFor(cwd: string, sessionDir: string | undefined, options: FileStoreOptions): FileSessionStore {
  return new FileSessionStore(sessionDir ?? getDefaultSessionDir(cwd, options.home), cwd, options);
}

function defaultIndex(): IndexCache {
  return new IndexCache(indexDirectory(defaultHome()));
}

/** New sessions go beside the one that is open; those of a draft to the project's folder. */
function directoryOf(file: string, cwd: string, options: FileStoreOptions): string {
  const folder = dirname(file);
  const home = options.home ?? defaultHome();
  if (folder === join(home, "sessions", "drafts")) return getDefaultSessionDir(cwd, home);
  return basename(folder) === "drafts" ? dirname(folder) : folder;
}

function projectFolders(root: string): string[] {
  const folders = ignoreMissing(() => readdirSync(root, { withFileTypes: true })) ?? [];
  return folders.filter((entry) => entry.isDirectory() && entry.name !== "drafts").map(({ name }) => join(root, name));
}
