import { type Dirent, existsSync, readdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, isMissing } from "../error-code.ts";
import { IndexCache } from "../index/session-index.ts";
import { ignoreMissing } from "../log/storage-error.ts";
import { sessionFolders } from "./find-session.ts";
import { readSessionInfo, type SessionInfo } from "./session-info.ts";
import { defaultHome, draftDirectory, indexDirectory } from "./session-paths.ts";

export type SessionListProgress = (
  loaded: number,
  total: number,
  /** The sessions read so far, newest first; passed with some of the calls. */
  partialSessions?: readonly SessionInfo[],
) => void;

export interface ListOptions {
  index: IndexCache;
  onProgress?: SessionListProgress | undefined;
  signal?: AbortSignal | undefined;
}

const PARALLEL = 16;
const PARTIAL_EVERY = 64;

/** Lists the sessions in some folders, the most recently used first. Reads only the beginning and end of a long file. */
export async function listSessions(folders: readonly string[], options: ListOptions): Promise<SessionInfo[]> {
  const paths = (await Promise.all(folders.map(sessionFilesIn))).flat();
  const sessions: SessionInfo[] = [];
  let loaded = 0;
  const queue = paths.values();
  const work = async () => {
    for (const path of queue) {
      options.signal?.throwIfAborted();
      const info = await readOrSkip(path, options.index);
      if (info) sessions.push(info);
      loaded++;
      const partial = loaded % PARTIAL_EVERY === 0 ? sessions.toSorted(byActivity) : undefined;
      options.onProgress?.(loaded, paths.length, ...(partial ? [partial] : []));
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, paths.length) }, work));
  options.signal?.throwIfAborted();
  return sessions.sort(byActivity);
}

async function sessionFilesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    // Opening a pipe would block until another process writes into it.
    const files = entries.filter((entry) => entry.name.endsWith(".jsonl") && !entry.isFIFO());
    return files.map(({ name }) => join(folder, name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Skips a file that vanished or cannot be read, so that the other sessions are still listed. */
async function readOrSkip(path: string, index: IndexCache): Promise<SessionInfo | undefined> {
  try {
    return await readSessionInfo(path, index);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function byActivity(a: SessionInfo, b: SessionInfo): number {
  return b.modified.getTime() - a.modified.getTime();
}

/** Lists the sessions of a project. */
export async function listProjectSessions(
  cwd: string,
  sessionDir?: string,
  onProgress?: SessionListProgress,
  signal?: AbortSignal,
): Promise<SessionInfo[]> {
  const sessions = await listSessions(sessionFolders(cwd, sessionDir), {
    index: defaultIndex(),
    onProgress,
    signal,
  });
  return sessionDir === undefined ? sessions : sessions.filter((session) => session.cwd === cwd);
}

/** Lists the sessions of all projects, in the usual folder or in the given one. */
export async function listAllSessions(
  sessionDir?: string,
  onProgress?: SessionListProgress,
  signal?: AbortSignal,
): Promise<SessionInfo[]> {
  const folders = sessionDir === undefined ? projectFolders(join(defaultHome(), "sessions")) : [sessionDir];
  return await listSessions(folders, { index: defaultIndex(), onProgress, signal });
}

/** Lists sessions without an answer yet, of all projects, in the usual folder or in the given one. */
export async function listDraftSessions(sessionDir?: string): Promise<SessionInfo[]> {
  const folder = sessionDir === undefined ? join(defaultHome(), "sessions", "drafts") : draftDirectory(sessionDir);
  return await listSessions([folder], { index: defaultIndex() });
}

function defaultIndex(): IndexCache {
  return new IndexCache(indexDirectory(defaultHome()));
}

function projectFolders(root: string): string[] {
  const folders = ignoreMissing(() => readdirSync(root, { withFileTypes: true })) ?? [];
  // A link to a folder counts as a folder: sessions may be stored on another disk.
  const isFolder = (entry: Dirent) =>
    entry.isDirectory() || (entry.isSymbolicLink() && existsSync(`${join(root, entry.name)}/.`));
  return folders.filter((entry) => isFolder(entry) && entry.name !== "drafts").map(({ name }) => join(root, name));
}
