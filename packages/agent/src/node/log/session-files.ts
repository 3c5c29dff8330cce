import { basename, dirname, join, resolve } from "node:path";
import { createHeader, type NewSessionOptions } from "../../session/entries/session-header.ts";
import { SessionLog } from "../../session/session-log.ts";
import { defaultHome, getDefaultSessionDir } from "../sessions/session-paths.ts";
import { FileSessionStore, type FileStoreOptions } from "./file-store.ts";
import { readSessionHeader } from "./read-header.ts";

export type FileSessionOptions = NewSessionOptions & FileStoreOptions;

/** Creates the log of a new session. Its file is created with the first message. */
export function createLog(cwd: string, sessionDir?: string, options: FileSessionOptions = {}): SessionLog {
  const store = storeFor(cwd, sessionDir, options);
  return new SessionLog(store, store.create({ header: createHeader(cwd, options) }));
}

/** Opens a session. A missing file is created with the first message. A session that may not be written opens read-only. */
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

export function storeFor(cwd: string, sessionDir: string | undefined, options: FileStoreOptions): FileSessionStore {
  return new FileSessionStore(sessionDir ?? getDefaultSessionDir(cwd, options.home), cwd, options);
}

/** Returns the folder for new sessions: that of the open session, or, for a draft, the project's folder. */
function directoryOf(file: string, cwd: string, options: FileStoreOptions): string {
  const folder = dirname(file);
  const home = options.home ?? defaultHome();
  if (folder === join(home, "sessions", "drafts")) return getDefaultSessionDir(cwd, home);
  return basename(folder) === "drafts" ? dirname(folder) : folder;
}
