import { createHash } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { MemoryError } from "../memory.ts";
import { explained, inTransaction, isDamaged, moveAside, openDatabase } from "./open-database.ts";
import { indexTerms, searchTerms } from "./search-terms.ts";

/** A memory in the database. */
export interface StoredMemory {
  readonly id: number;
  /** The folder of the project; empty for a global memory. */
  readonly project: string;
  readonly content: string;
  readonly context: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly updated: number;
  /** The memory that a consolidation has put in its place; `null` while it is in use. */
  readonly replacedBy: number | null;
}

export interface MemoryDraft {
  readonly project: string;
  readonly content: string;
  readonly context: string;
}

/** A text that takes the place of several memories. */
export interface Merge {
  readonly replaces: readonly number[];
  readonly content: string;
}

export const GLOBAL = "";

const COLUMNS = "m.id, m.project, m.content, m.context, m.created, m.updated, m.replaced_by AS replacedBy";
/** The most memories whose relevance is computed, so that a search takes a few milliseconds however many there are. */
const MAX_CANDIDATES = 1_000;
const COUNT = `SELECT count(*) AS count FROM (SELECT 1 FROM memory_words WHERE memory_words MATCH ? LIMIT ${MAX_CANDIDATES})`;
/** bm25 is negative, and lower is better: a memory of the project counts more than a global one. The scope is not a part of the relevance. */
const SEARCH = `
  SELECT ${COLUMNS} FROM (
    SELECT rowid, bm25(memory_words, 0.0, 1.0) AS rank FROM memory_words WHERE memory_words MATCH ?1
    ORDER BY rowid DESC LIMIT ${MAX_CANDIDATES}
  ) found JOIN memory m ON m.id = found.rowid
  ORDER BY found.rank * CASE m.project WHEN '' THEN 1.0 ELSE 1.2 END, m.updated DESC LIMIT ?2`;
const INSERT = `
  INSERT INTO memory (project, content, context, created, updated) VALUES (?1, ?2, ?3, ?4, ?4)
  ON CONFLICT (project, content) WHERE replaced_by IS NULL DO UPDATE SET updated = excluded.updated RETURNING id`;
const LIST = `
  SELECT ${COLUMNS} FROM memory m WHERE (?1 IS NULL OR m.project IN (?1, '')) AND (?2 OR m.replaced_by IS NULL)
  ORDER BY m.updated DESC, m.id DESC`;

/**
 * The memories of all projects in one SQLite file. It is opened at the first use. Each change is one transaction, so that several processes
 * can use the file. A file that turns out to be damaged is renamed, and a new one takes its place; `onSetAside` gets the new path.
 */
export class MemoryStore {
  private readonly path: string;
  private readonly onSetAside: (path: string) => void;
  private opened: DatabaseSync | undefined;
  private readonly statements = new Map<string, StatementSync>();

  constructor(path: string, onSetAside: (path: string) => void) {
    this.path = path;
    this.onSetAside = onSetAside;
  }

  /** Stores memories. One that exists already only gets a new date. Returns the ids. */
  add(drafts: readonly MemoryDraft[], now = Date.now()): number[] {
    return this.change(() => drafts.map((draft) => this.insert(draft, now)));
  }

  /** Finds memories of a project and global ones, or of all projects; the most relevant first. */
  search(text: string, project: string | undefined, limit: number): StoredMemory[] {
    const terms = searchTerms(text);
    return this.use(() => {
      const words = this.rarest(terms);
      if (words.length === 0) return [];
      const scope = project === undefined ? "" : ` AND scope : (${scopeToken(project)} OR ${scopeToken(GLOBAL)})`;
      const query = `words : (${words.join(" OR ")})${scope}`;
      return this.statement(SEARCH).all(query, limit).map(toMemory);
    });
  }

  /** Lists memories of a project and global ones, or of all projects; newest first. */
  list(project?: string, options: { readonly withReplaced?: boolean } = {}): StoredMemory[] {
    const { withReplaced = false } = options;
    return this.use(() =>
      this.statement(LIST)
        .all(project ?? null, withReplaced ? 1 : 0)
        .map(toMemory),
    );
  }

  get(id: number): StoredMemory | undefined {
    return this.use(() => this.row(id));
  }

  /** Changes the text or the project of a memory. Throws if there is no such memory, or another one has that text. */
  edit(id: number, change: Partial<Pick<MemoryDraft, "content" | "project">>, now = Date.now()): void {
    this.change(() => {
      const memory = this.existing(id);
      const { content = memory.content, project = memory.project } = change;
      const same = this.statement("SELECT id FROM memory WHERE project = ? AND content = ? AND replaced_by IS NULL");
      const other = same.get(project, content)?.id;
      if (other !== undefined && Number(other) !== id)
        throw new MemoryError(`Memory ${Number(other)} says the same already.`, { code: "invalid-memory" });
      const update = "UPDATE memory SET content = ?, project = ?, updated = ?, replaced_by = NULL WHERE id = ?";
      this.statement(update).run(content, project, now, id);
      this.index(id, { ...memory, content, project });
    });
  }

  /** Deletes memories for good. Memories that one of them had replaced are in use again. Returns how many there were. */
  remove(ids: readonly number[]): number {
    return this.change(() => {
      let removed = 0;
      for (const id of ids) {
        removed += Number(this.statement("DELETE FROM memory WHERE id = ?").run(id).changes);
        this.unindex(id);
        this.restore(id);
      }
      return removed;
    });
  }

  /** Replaces memories by texts that combine them. A merge of memories that are gone or replaced meanwhile is left out. Returns how many were done. */
  merge(merges: readonly Merge[], now = Date.now()): number {
    return this.change(() => {
      let done = 0;
      for (const { replaces, content } of merges) {
        const memories = replaces.map((id) => this.row(id));
        const present = memories.filter((memory) => memory !== undefined && memory.replacedBy === null);
        const [first] = present;
        const isOneProject = present.every((memory) => memory?.project === first?.project);
        if (!first || present.length < memories.length || !isOneProject) continue;
        const added = this.insert({ project: first.project, content, context: "consolidated" }, now);
        const others = replaces.filter((id) => id !== added);
        for (const id of others) {
          this.statement("UPDATE memory SET replaced_by = ? WHERE id = ?").run(added, id);
          this.unindex(id);
        }
        done++;
      }
      return done;
    });
  }

  close(): void {
    this.statements.clear();
    if (this.opened?.isOpen) this.opened.close();
    this.opened = undefined;
  }

  private insert(draft: MemoryDraft, now: number): number {
    const { project, content, context } = draft;
    const id = Number(this.statement(INSERT).get(project, content, context, now)?.id);
    this.index(id, draft);
    return id;
  }

  private index(id: number, { project, content, context }: MemoryDraft): void {
    this.unindex(id);
    const add = this.statement("INSERT INTO memory_words (rowid, scope, words) VALUES (?, ?, ?)");
    add.run(id, scopeToken(project), indexTerms(`${content} ${context}`));
  }

  private unindex(id: number): void {
    this.statement("DELETE FROM memory_words WHERE rowid = ?").run(id);
  }

  /** Brings back the memories that a deleted one had replaced. One that was stored again meanwhile stays replaced. */
  private restore(id: number): void {
    for (const { id: old } of this.statement("SELECT id FROM memory WHERE replaced_by = ?").all(id)) {
      const update = this.statement("UPDATE OR IGNORE memory SET replaced_by = NULL WHERE id = ?");
      const memory = Number(update.run(Number(old)).changes) > 0 ? this.row(Number(old)) : undefined;
      if (memory) this.index(memory.id, memory);
    }
  }

  /** Returns the words that occur, as quoted FTS5 terms: the rarest ones, as many as the candidates allow, because they tell most. */
  private rarest(terms: readonly string[]): string[] {
    const counted = terms.map((term) => {
      const word = `"${term}"`;
      return { word, count: Number(this.statement(COUNT).get(`words : ${word}`)?.count) };
    });
    let total = 0;
    return counted
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => a.count - b.count)
      .filter(({ count }, at) => {
        total += count;
        return at === 0 || total <= MAX_CANDIDATES;
      })
      .map(({ word }) => word);
  }

  private row(id: number): StoredMemory | undefined {
    const found = this.statement(`SELECT ${COLUMNS} FROM memory m WHERE m.id = ?`).get(id);
    return found && toMemory(found);
  }

  private existing(id: number): StoredMemory {
    const memory = this.row(id);
    if (!memory) throw new MemoryError(`There is no memory ${id}.`, { code: "not-found" });
    return memory;
  }

  private change<T>(run: () => T): T {
    return this.use((database) => inTransaction(database, run));
  }

  /** Runs a function on the database. If the file turns out to be damaged, runs it once more on a new file. */
  private use<T>(run: (database: DatabaseSync) => T): T {
    try {
      return run(this.database());
    } catch (error) {
      if (error instanceof MemoryError) throw error;
      if (!isDamaged(error)) throw explained(error, this.path);
      this.close();
      const setAside = moveAside(this.path);
      if (setAside !== undefined) this.onSetAside(setAside);
      return run(this.database());
    }
  }

  private database(): DatabaseSync {
    if (this.opened) return this.opened;
    const { database, setAside } = openDatabase(this.path);
    this.opened = database;
    if (setAside !== undefined) this.onSetAside(setAside);
    return database;
  }

  private statement(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.database().prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

/** Returns a word that stands for a project in the index. */
function scopeToken(project: string): string {
  return project === GLOBAL ? "global" : `p${createHash("sha256").update(project).digest("hex").slice(0, 20)}`;
}

function toMemory(row: Record<string, unknown>): StoredMemory {
  const { id, project, content, context, created, updated, replacedBy } = row;
  return {
    id: Number(id),
    project: String(project),
    content: String(content),
    context: String(context),
    created: Number(created),
    updated: Number(updated),
    replacedBy: replacedBy === null ? null : Number(replacedBy),
  };
}
