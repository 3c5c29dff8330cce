import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { ScanState } from "./scan-session.ts";

const VERSION = 1;

export interface CachedScan {
  readonly size: number;
  readonly changed: number;
  readonly state: ScanState;
}

/** What earlier runs have read of session files. Days are local, so the time zone belongs to the key. A broken cache is made again. */
export class StatsCache {
  private readonly database: DatabaseSync;
  private readonly find: StatementSync;
  private readonly store: StatementSync;
  private readonly zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  static open(path: string): StatsCache {
    try {
      return new StatsCache(path);
    } catch {
      for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
      return new StatsCache(path);
    }
  }

  private constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.database = new DatabaseSync(path);
    try {
      this.database.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
      this.database.exec(
        "CREATE TABLE IF NOT EXISTS scans (key TEXT PRIMARY KEY, size INTEGER, changed REAL, state TEXT) WITHOUT ROWID",
      );
      this.find = this.database.prepare("SELECT size, changed, state FROM scans WHERE key = ?");
      this.store = this.database.prepare("INSERT OR REPLACE INTO scans VALUES (?, ?, ?, ?)");
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  get(path: string): CachedScan | undefined {
    const row = this.find.get(this.key(path)) as { size: number; changed: number; state: string } | undefined;
    return row && { size: row.size, changed: row.changed, state: JSON.parse(row.state) as ScanState };
  }

  set(path: string, { size, changed, state }: CachedScan): void {
    this.store.run(this.key(path), size, changed, JSON.stringify(state));
  }

  /** Writes many at once. */
  batch(write: () => void): void {
    this.database.exec("BEGIN IMMEDIATE");
    try {
      write();
      this.database.exec("COMMIT");
    } catch (error) {
      this.database.exec("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    this.database.close();
  }

  private key(path: string): string {
    return `${VERSION} ${this.zone} ${path}`;
  }
}
