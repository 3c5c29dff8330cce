import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { artifactDirectory, findWriter, type SessionInfo } from "@tau/agent/node";

export interface SessionSelection {
  /** Days since the last entry and the last change of the file; 30 where neither limit is given. */
  readonly olderThan?: number;
  /** Megabytes, with what its tools wrote out beside it. */
  readonly largerThan?: number;
}

export interface SelectedSession {
  readonly session: SessionInfo;
  readonly bytes: number;
}

/** The sessions beyond all given limits. One that a running program writes is never among them. */
export async function selectSessions(
  sessions: readonly SessionInfo[],
  { olderThan, largerThan }: SessionSelection,
): Promise<SelectedSession[]> {
  const days = olderThan ?? (largerThan === undefined ? DEFAULT_DAYS : 0);
  const limit = Date.now() - days * DAY_MS;
  const candidates = sessions.filter(({ modified, path }) => modified.getTime() < limit && !findWriter(path));
  // An entry may have no time, or one of a wrong clock: the file says when it was written.
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

/** Absent where the file is gone meanwhile. */
async function lastChange(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/** Nothing where it is gone meanwhile. */
async function fileSize(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const MEGABYTE = 1024 * 1024;
