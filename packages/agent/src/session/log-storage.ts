import type { SessionDiagnostic } from "./diagnostic.ts";
import type { SessionEntry, SessionHeader } from "./entries/entry.ts";
import type { SessionError } from "./session-error.ts";
import type { SessionPorts } from "./session-ports.ts";

/**
 * The storage of one session's log: a header and its entries in the order they were appended. Entries are addressed by position, so that
 * the structure of the tree is known without reading the entries.
 */
export interface LogStorage {
  readonly header: SessionHeader;
  /** The path of the session, or its future path while it is not worth storing yet. */
  readonly path: string | undefined;
  readonly diagnostics: readonly SessionDiagnostic[];
  /** The reason why nothing can be appended. */
  readonly readOnly: SessionError | undefined;
  readonly count: number;
  /**
   * Stores the entry before it returns, or only hands it over if there is `settled`. On failure it throws `SessionError` and leaves the log
   * unchanged.
   */
  append(entry: SessionEntry): void;
  /**
   * For a store that keeps entries elsewhere: resolves once all appended entries are durable, and rejects if that fails. Absent if `append`
   * itself stores the entry.
   */
  settled?(): Promise<void>;
  /** Returns `undefined` if the line turns out to be unreadable. */
  entryAt(position: number): SessionEntry | undefined;
  /** Announces which entries will be read, so that neighbouring entries can be read together. */
  prefetch?(positions: readonly number[]): void;
  idAt(position: number): string;
  typeAt(position: number): string;
  /** -1 for a root and for an entry whose parent is missing. Always smaller than `position`. */
  parentAt(position: number): number;
  /** Returns -1 if there is no such entry; the last position if an id was used twice. */
  positionOf(id: string): number;
  /** Releases the right to write. Reading still works. */
  close(): void;
}

export interface NewLog {
  readonly header: SessionHeader;
  /** The first entries of the session. */
  readonly entries?: readonly SessionEntry[];
  /** The session the entries come from; the outputs beside it are copied too. */
  readonly copyOf?: string;
  /** Known problems of the entries. */
  readonly diagnostics?: readonly SessionDiagnostic[];
}

/** Creates and opens logs. */
export interface SessionStore {
  /** Absent for a store without files. */
  readonly directory: string | undefined;
  /** True if the directory is the project's folder in Tau's home. */
  readonly isDefaultDirectory?: boolean;
  /** Default: the clock and the random numbers of the system. */
  readonly ports?: SessionPorts;
  create(log: NewLog): LogStorage;
  open(path: string): LogStorage;
}
