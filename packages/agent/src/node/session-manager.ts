import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { SessionDiagnostic } from "../session/diagnostic.ts";
import type { FileEntry } from "../session/entry.ts";
import type { SessionLog, SessionStore } from "../session/log.ts";
import { openInMemory } from "../session/memory-store.ts";
import { createHeader, type NewSessionOptions } from "../session/session-header.ts";
import { SessionManager as PortableSessionManager } from "../session/session-manager.ts";
import { addAll } from "./add-all.ts";
import { artifactDirectory, copyArtifacts } from "./artifacts.ts";
import { readBreadcrumb, readLastLeft } from "./breadcrumbs.ts";
import { FileSessionStore, type FileStoreOptions } from "./file-store.ts";
import {
  belongsTo,
  changeTime,
  findMostRecentSession,
  findRecentDraft,
  findSessionById,
  readSessionHeader,
} from "./find-session.ts";
import type { SessionListProgress } from "./list-sessions.ts";
import { IndexCache } from "./session-index.ts";
import type { SessionInfo } from "./session-info.ts";
import {
  defaultHome,
  defaultSessionDirs,
  draftDirectory,
  draftPath,
  getDefaultSessionDir,
  indexDirectory,
} from "./session-paths.ts";
import { ignoreMissing, storageError } from "./storage-error.ts";
import { findWriter, type SessionWriter } from "./writer-lock.ts";

export type FileSessionOptions = NewSessionOptions & FileStoreOptions;

const WAIT_MS = 100;

/** Sessions in files, and everything a session in memory can do. */
export class SessionManager extends PortableSessionManager {
  private readonly defaultDirectory: boolean;
  private readonly warnings: SessionDiagnostic[] = [];

  private constructor(store: SessionStore, log: SessionLog, options: { cwd?: string; defaultDirectory: boolean }) {
    super(store, log, options.cwd);
    this.defaultDirectory = options.defaultDirectory;
  }

  static create(cwd: string, sessionDir?: string, options: FileSessionOptions = {}): SessionManager {
    const store = storeFor(cwd, sessionDir, options);
    const log = store.create({ header: createHeader(cwd, options) });
    return new SessionManager(store, log, { defaultDirectory: sessionDir === undefined });
  }

  /** A file that does not exist is made with the first message. A session that may not be written opens read-only. */
  static open(path: string, sessionDir?: string, cwdOverride?: string, options: FileStoreOptions = {}): SessionManager {
    const file = resolve(path);
    const cwd = cwdOverride ?? readSessionHeader(file)?.cwd ?? process.cwd();
    const store = new FileSessionStore(sessionDir ?? directoryOf(file, cwd, options), cwd, options);
    const log = store.open(file);
    const defaultDirectory = store.directory === resolve(getDefaultSessionDir(cwd, store.home));
    return new SessionManager(store, log, {
      defaultDirectory,
      ...(cwdOverride === undefined ? {} : { cwd: cwdOverride }),
    });
  }

  /** The last session of the project, a draft included, or a new one. */
  static continueRecent(cwd: string, sessionDir?: string, options: FileSessionOptions = {}): SessionManager {
    const store = storeFor(cwd, sessionDir, options);
    const path = findSessionToContinue(store, cwd, options.env);
    if (path === null) return SessionManager.create(cwd, sessionDir, options);
    return new SessionManager(store, store.open(path), { defaultDirectory: sessionDir === undefined });
  }

  /** A new session for `targetCwd` with everything another one holds. */
  static forkFrom(
    sourcePath: string,
    targetCwd: string,
    sessionDir?: string,
    options: FileSessionOptions = {},
  ): SessionManager {
    const source = SessionManager.open(sourcePath, undefined, undefined, options);
    try {
      const store = storeFor(targetCwd, sessionDir, options);
      const header = createHeader(targetCwd, { parentSession: resolve(sourcePath), ...options });
      const log = store.create({ header, entries: source.getRelinkedEntries() });
      const fork = new SessionManager(store, log, { defaultDirectory: sessionDir === undefined });
      fork.copyArtifacts(resolve(sourcePath));
      // Damage is reported once, and the source is never shown.
      addAll(
        fork.warnings,
        source.getDiagnostics().filter(({ code }) => code.endsWith("-line")),
      );
      return fork;
    } finally {
      source.close();
    }
  }

  static findById(cwd: string, id: string, sessionDir?: string): string | undefined {
    return findSessionById(foldersOf(cwd, sessionDir), id);
  }

  static async list(
    cwd: string,
    sessionDir?: string,
    onProgress?: SessionListProgress,
    signal?: AbortSignal,
  ): Promise<SessionInfo[]> {
    const { listSessions } = await import("./list-sessions.ts");
    const sessions = await listSessions(foldersOf(cwd, sessionDir), {
      index: defaultIndex(),
      onProgress,
      signal,
    });
    return sessionDir === undefined ? sessions : sessions.filter((session) => session.cwd === cwd);
  }

  /** Those of every project: of the usual place, or of the folder that is named. */
  static listAll(onProgress?: SessionListProgress, signal?: AbortSignal): Promise<SessionInfo[]>;
  static listAll(sessionDir?: string, onProgress?: SessionListProgress, signal?: AbortSignal): Promise<SessionInfo[]>;
  static async listAll(
    first?: string | SessionListProgress,
    second?: SessionListProgress | AbortSignal,
    third?: AbortSignal,
  ): Promise<SessionInfo[]> {
    const folders = typeof first === "string" ? [first] : projectFolders(join(defaultHome(), "sessions"));
    const onProgress = [first, second].find((given) => typeof given === "function");
    const signal = second instanceof AbortSignal ? second : third;
    const { listSessions } = await import("./list-sessions.ts");
    return await listSessions(folders, { index: defaultIndex(), onProgress, signal });
  }

  /** Sessions without an answer yet, of every project: of the usual place, or of the folder that is named. */
  static async listDrafts(sessionDir?: string): Promise<SessionInfo[]> {
    const { listSessions } = await import("./list-sessions.ts");
    const folder = sessionDir === undefined ? join(defaultHome(), "sessions", "drafts") : draftDirectory(sessionDir);
    return await listSessions([folder], { index: defaultIndex() });
  }

  static override inMemory(
    cwd = process.cwd(),
    options: NewSessionOptions = {},
    entries: FileEntry[] = [],
  ): SessionManager {
    const { store, log } = openInMemory(createHeader(cwd, options), entries);
    return new SessionManager(store, log, { defaultDirectory: false });
  }

  override getDiagnostics(): readonly SessionDiagnostic[] {
    return [...super.getDiagnostics(), ...this.warnings];
  }

  override createBranchedSession(leafId: string): string | undefined {
    const source = this.getSessionFile();
    const target = super.createBranchedSession(leafId);
    if (source !== undefined) this.copyArtifacts(source);
    return target;
  }

  override usesDefaultSessionDir(): boolean {
    return this.defaultDirectory;
  }

  /** The other process that writes the session now, if there is one. */
  findWriter(): SessionWriter | undefined {
    const path = this.getSessionFile();
    return path === undefined
      ? undefined
      : (findWriter(path) ?? findWriter(draftPath(dirname(path), this.getSessionId())));
  }

  /** Takes in what another process has written since, and the right to write where that is free now. Stands at the end of the session. */
  reopen(): void {
    const path = this.getSessionFile();
    if (path !== undefined) this.setSessionFile(path);
  }

  /**
   * Resolves once this process may write the session, with all that the writer before it left. Rejects where waiting is no help, with
   * the reason, and when the signal aborts; the session can be read as before then.
   */
  async waitToWrite(signal?: AbortSignal): Promise<void> {
    for (let reason = this.getReadOnlyReason(); reason; reason = this.getReadOnlyReason()) {
      if (reason.code !== "locked") throw reason;
      // A process that is killed leaves no trace one could watch for.
      while (this.findWriter()) await setTimeout(WAIT_MS, undefined, { signal });
      this.reopen();
    }
  }

  /** What lies beside another session is good to have here as well, and no reason to fail. */
  private copyArtifacts(from: string): void {
    const source = artifactDirectory(from);
    const path = this.getSessionFile();
    if (path === undefined) return;
    try {
      const problem = copyArtifacts(source, artifactDirectory(path));
      if (problem !== undefined) this.warnings.push({ code: "permission", message: problem });
    } catch (error) {
      const { message } = storageError(error, `copy the outputs in ${source}`);
      this.warnings.push({ code: "permission", message });
    }
  }
}

/** What this terminal worked on last, else the newest of the project; a draft counts. */
function findSessionToContinue(store: FileSessionStore, cwd: string, env?: NodeJS.ProcessEnv): string | null {
  const crumb = readBreadcrumb(store.home, env);
  if (crumb?.cwd === cwd && dirname(crumb.path) === store.directory && store.has(crumb.path)) return crumb.path;
  const recent = findMostRecentSession(foldersOf(cwd, store.directory, store.home), cwd);
  const newest = findRecentDraft(store.directory, cwd, recent) ?? recent;
  return findLaterInSpiteOfClock(store, cwd, newest) ?? newest;
}

/**
 * The session that was left last in this folder, where the one with the newest time was older than it: that one has not been changed since,
 * so the clock must have been set back in between.
 */
function findLaterInSpiteOfClock(store: FileSessionStore, cwd: string, newest: string | null): string | undefined {
  const left = newest === null ? undefined : readLastLeft(store.home, store.directory, cwd);
  const file = left && store.fileOf(left.path);
  if (!left || file === undefined || newest === null || file === newest) return undefined;
  return changeTime(newest) <= left.newestOther && belongsTo(file, cwd) && !findWriter(file) ? left.path : undefined;
}

/** Where sessions of a project are looked for; the usual place has two spellings for a long path. */
function foldersOf(cwd: string, directory: string | undefined, home?: string): string[] {
  const usual = defaultSessionDirs(cwd, home);
  if (directory === undefined) return usual;
  return usual.includes(directory) ? usual : [directory];
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
