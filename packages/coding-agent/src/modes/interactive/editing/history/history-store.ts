import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { makeFolder } from "@tau/agent/make-folder";

export interface HistoryEntry {
  readonly text: string;
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Earlier prompts, newest first. */
export interface HistoryStore {
  /** Ignores a text that equals the folder's previous entry. */
  add(entry: HistoryEntry): void;
  /** Returns the latest prompts of one folder, or of all. */
  recent(limit: number, folder?: string): HistoryEntry[];
  /** Returns prompts in which each word of the query is the beginning of a word. */
  search(query: string, limit: number, folder?: string): HistoryEntry[];
  close(): void;
}

const MAX_ENTRIES = 20_000;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 500;
  CREATE TABLE IF NOT EXISTS prompt (id INTEGER PRIMARY KEY, text TEXT NOT NULL, folder TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS prompt_folder ON prompt (folder, id);
  CREATE VIRTUAL TABLE IF NOT EXISTS prompt_words USING fts5 (text, content = 'prompt', content_rowid = 'id', prefix = '1 2 3');
  CREATE TRIGGER IF NOT EXISTS prompt_added AFTER INSERT ON prompt BEGIN
    INSERT INTO prompt_words (rowid, text) VALUES (new.id, new.text);
  END;
  CREATE TRIGGER IF NOT EXISTS prompt_removed AFTER DELETE ON prompt BEGIN
    INSERT INTO prompt_words (prompt_words, rowid, text) VALUES ('delete', old.id, old.text);
  END;
`;

/** Opens the history file, which only the user can read. Throws if that fails. */
export function openHistoryStore(path: string): HistoryStore {
  makeFolder(dirname(path), 0o700);
  closeSync(openSync(path, "a", 0o600));
  const database = openDatabase(path);
  database.exec(SCHEMA);
  const last = database.prepare("SELECT text FROM prompt WHERE folder = ? ORDER BY id DESC LIMIT 1");
  const insert = database.prepare("INSERT INTO prompt (text, folder, at) VALUES (?, ?, ?)");
  const prune = database.prepare("DELETE FROM prompt WHERE id <= (SELECT max(id) FROM prompt) - ?");
  const recent = database.prepare(
    "SELECT text, folder, at FROM prompt WHERE ?1 IS NULL OR folder = ?1 ORDER BY id DESC LIMIT ?2",
  );
  const search = database.prepare(
    `SELECT text, folder, at FROM prompt
     WHERE id IN (SELECT rowid FROM prompt_words WHERE prompt_words MATCH ?1) AND (?2 IS NULL OR folder = ?2)
     ORDER BY id DESC LIMIT ?3`,
  );
  return {
    add({ text, folder, at }) {
      if (last.get(folder)?.text === text) return;
      insert.run(text, folder, at);
      prune.run(MAX_ENTRIES);
    },
    recent: (limit, folder) => recent.all(folder ?? null, limit).map(toEntry),
    search(query, limit, folder) {
      const words = query.match(/[\p{L}\p{N}_]+/gu) ?? [];
      if (words.length === 0) return this.recent(limit, folder);
      return search.all(words.map((word) => `"${word}"*`).join(" "), folder ?? null, limit).map(toEntry);
    },
    close: () => database.close(),
  };
}

/** Loads SQLite only when the history is first read or written, because start-up rarely needs it. */
function openDatabase(path: string): DatabaseSync {
  const sqlite = process.getBuiltinModule("node:sqlite");
  return new sqlite.DatabaseSync(path);
}

function toEntry({ text, folder, at }: Record<string, unknown>): HistoryEntry {
  return { text: String(text), folder: String(folder), at: Number(at) };
}
