import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";

export interface KeptAnswer {
  readonly text: string;
  readonly etag: string | undefined;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

const MAX_ROWS = 2000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 500;
  CREATE TABLE IF NOT EXISTS answer (
    key TEXT PRIMARY KEY, body TEXT NOT NULL, etag TEXT, fetched_at INTEGER NOT NULL, used_at INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS answer_used ON answer (used_at);
`;

/** Answers of GitHub in a file that only the user can read. Bounded: those that were not used for the longest time go first. */
export class AnswerCache {
  private readonly database: DatabaseSync;
  private isOpen = true;

  private constructor(database: DatabaseSync) {
    this.database = database;
    database.exec(SCHEMA);
  }

  /** Opens the file. A damaged one is replaced. Returns undefined if the folder cannot be written: then nothing is kept. */
  static open(path: string): AnswerCache | undefined {
    for (const isLast of [false, true])
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        closeSync(openSync(path, "a", 0o600));
        const sqlite = process.getBuiltinModule("node:sqlite");
        return new AnswerCache(new sqlite.DatabaseSync(path));
      } catch (error) {
        if (isLast || !isDamaged(error)) return undefined;
        for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
      }
    return undefined;
  }

  get(key: string, now: number): KeptAnswer | undefined {
    return this.attempt(() => {
      const row = this.database.prepare("SELECT body, etag, fetched_at FROM answer WHERE key = ?").get(key);
      if (!row) return undefined;
      this.database.prepare("UPDATE answer SET used_at = ? WHERE key = ?").run(now, key);
      const etag = typeof row.etag === "string" ? row.etag : undefined;
      return { text: String(row.body), etag, fetchedAt: Number(row.fetched_at) };
    });
  }

  set(key: string, { text, etag, fetchedAt }: KeptAnswer): void {
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_ANSWER_BYTES) return;
    this.attempt(() => {
      this.database
        .prepare(
          "INSERT OR REPLACE INTO answer (key, body, etag, fetched_at, used_at, bytes) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .run(key, text, etag ?? null, fetchedAt, fetchedAt, bytes);
      this.prune();
    });
  }

  /** Marks an answer as current after the server said so. */
  confirm(key: string, fetchedAt: number): void {
    this.attempt(() => this.database.prepare("UPDATE answer SET fetched_at = ? WHERE key = ?").run(fetchedAt, key));
  }

  /** Removes answers, after a change that makes them wrong. */
  remove(keys: readonly string[]): void {
    this.attempt(() => {
      for (const key of keys) this.database.prepare("DELETE FROM answer WHERE key = ?").run(key);
    });
  }

  close(): void {
    if (this.isOpen) this.database.close();
    this.isOpen = false;
  }

  private prune(): void {
    const { rows = 0, bytes = 0 } =
      this.database.prepare("SELECT count(*) AS rows, sum(bytes) AS bytes FROM answer").get() ?? {};
    if (Number(rows) <= MAX_ROWS && Number(bytes) <= MAX_BYTES) return;
    // Both limits at three quarters, so that the next answers find room.
    this.database.exec(
      `DELETE FROM answer WHERE key IN (
         SELECT key FROM (
           SELECT key, row_number() OVER recent AS number, sum(bytes) OVER recent AS total FROM answer WINDOW recent AS (ORDER BY used_at DESC, key)
         ) WHERE number > ${(MAX_ROWS * 3) / 4} OR total > ${(MAX_BYTES * 3) / 4}
       )`,
    );
  }

  /** The cache only saves requests: if another process holds the file for long, or the disk is full, GitHub is asked. */
  private attempt<T>(work: () => T): T | undefined {
    if (!this.isOpen) return undefined;
    try {
      return work();
    } catch {
      return undefined;
    }
  }
}

/** SQLite's codes for a file that is corrupt (11) or no database (26). */
function isDamaged(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (error.errcode === 11 || error.errcode === 26);
}
