import { closeSync, existsSync, mkdirSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { MemoryError } from "../memory.ts";

/** The version of the tables. A higher one in the file belongs to a newer Tau. */
const VERSION = 1;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS memory (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project TEXT NOT NULL,
    content TEXT NOT NULL,
    context TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    replaced_by INTEGER
  );
  CREATE UNIQUE INDEX IF NOT EXISTS memory_content ON memory (project, content) WHERE replaced_by IS NULL;
  CREATE VIRTUAL TABLE IF NOT EXISTS memory_words USING fts5 (scope, words, tokenize = "porter unicode61 remove_diacritics 2");
  PRAGMA user_version = ${VERSION};
`;

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** The path to which a damaged file was moved. */
  readonly setAside?: string;
}

/**
 * Opens the database, which only the user can read, and creates it if it does not exist. A damaged file is renamed and a new one created in
 * its place. Several processes may have it open.
 */
export function openDatabase(path: string): OpenedDatabase {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return { database: open(path) };
  } catch (error) {
    if (!isDamaged(error)) throw explained(error, path);
    const setAside = moveAside(path);
    return { database: open(path), ...(setAside !== undefined && { setAside }) };
  }
}

function open(path: string): DatabaseSync {
  closeSync(openSync(path, "a", 0o600));
  // Loaded here, because start-up does not need it.
  const sqlite = process.getBuiltinModule("node:sqlite");
  const database = new sqlite.DatabaseSync(path, { timeout: 5_000 });
  try {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;");
    const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
    if (version > VERSION)
      throw new MemoryError(`${path} was written by a newer version of Tau. Update Tau to use it.`, {
        code: "newer-database",
      });
    if (version < VERSION) inTransaction(database, () => database.exec(SCHEMA));
    // A file can have a sound header and a damaged index.
    database.prepare("SELECT count(*) FROM memory").get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Runs a function in a transaction that takes the write lock at once, so that two processes cannot both start from the same state. */
export function inTransaction<T>(database: DatabaseSync, run: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Returns whether SQLite says that the file is no database, or a damaged one. */
export function isDamaged(error: unknown): boolean {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
  return code === 11 || code === 26;
}

/** Renames the file and its journals. Returns the new path, or `undefined` if another process was faster. */
export function moveAside(path: string): string | undefined {
  const stamp = new Date().toISOString().replace(/[-:]/g, "").slice(0, 15);
  let target = `${path}.damaged-${stamp}`;
  for (let count = 2; existsSync(target); count++) target = `${path}.damaged-${stamp}-${count}`;
  const isMoved = move(path, target);
  for (const ending of ["-wal", "-shm"]) move(path + ending, target + ending);
  return isMoved ? target : undefined;
}

function move(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

export function explained(error: unknown, path: string): unknown {
  if (error instanceof MemoryError) return error;
  return new MemoryError(`The memory database ${path} cannot be used: ${reasonOf(error)}`, {
    code: "database",
    cause: error,
  });
}

/** What happened, and what the user can do about it. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/EACCES|EPERM|EROFS|readonly/.test(text))
    return "it cannot be written. Give yourself the right to write the file and its folder, or run tau memory off.";
  if (/EISDIR/.test(text)) return "it is a folder. Move it away, and a new database is begun.";
  if (/is locked|is busy/.test(text)) return "another program is writing it. Try again in a moment.";
  return text;
}
