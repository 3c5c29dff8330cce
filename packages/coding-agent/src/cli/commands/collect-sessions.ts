import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { artifactDirectory, findWriter, type SessionInfo } from "@tau/agent/node";

export interface SessionSelection {
  /** Days since both the last entry and the last change of the file. 30 if neither limit is given. */
  readonly olderThan?: number;
  /** Megabytes, including the files that the session's tools wrote beside it. */
  readonly largerThan?: number;
}

export interface SelectedSession {
  readonly session: SessionInfo;
  readonly bytes: number;
}

/** Returns the sessions that exceed all given limits. Never includes a session that a running program is writing. */
export async function selectSessions(
  sessions: readonly SessionInfo[],
  { olderThan, largerThan }: SessionSelection,
): Promise<SelectedSession[]> {
  const days = olderThan ?? (largerThan === undefined ? DEFAULT_DAYS : 0);
  const limit = Date.now() - days * DAY_MS;
  const candidates = sessions.filter(({ modified, path }) => modified.getTime() < limit && !findWriter(path));
  // An entry may have no time, or a time from a wrong clock, so the file's own time of change counts too.
  const changes = await Promise.all(candidates.map(({ path }) => lastChange(path)));
  const old = candidates.filter((_, index) => (changes[index] ?? limit) < limit);
  const measured = await Promise.all(old.map(async (session) => ({ session, bytes: await sizeOf(session.path) })));
  return measured.filter(({ bytes }) => bytes > (largerThan ?? -1) * MEGABYTE);
}

async function sizeOf(path: string): Promise<number> {
  const folder = artifactDirectory(path);
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all([path, ...names.map((name) => join(folder, name))].map(fileSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns undefined if the file was deleted meanwhile. */
async function lastChange(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/** Returns 0 if the file was deleted meanwhile. */
async function fileSize(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const MEGABYTE = 1024 * 1024;
