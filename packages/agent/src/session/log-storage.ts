import type { SessionDiagnostic } from "./diagnostic.ts";
import type { SessionEntry, SessionHeader } from "./entry.ts";
import type { SessionError } from "./session-error.ts";
import type { SessionPorts } from "./session-ports.ts";

/**
 * What the log of one session is kept in: a header and its entries in the order they were appended. Entries are addressed by position, so that the
 * shape of the tree is known without reading what the entries say.
 */
export interface LogStorage {
  readonly header: SessionHeader;
  /** Where the session is, or will be once it is worth keeping. */
  readonly path: string | undefined;
  readonly diagnostics: readonly SessionDiagnostic[];
  /** Why nothing can be appended. */
  readonly readOnly: SessionError | undefined;
  readonly count: number;
  /** The entry is stored when this returns, or handed over where there is `settled`. A failure throws `SessionError` and leaves the log as it was. */
  append(entry: SessionEntry): void;
  /**
   * For a store that keeps entries elsewhere: resolves once all that was appended is durable, and rejects where it cannot be. Absent where
   * `append` returns with the entry stored.
   */
  settled?(): Promise<void>;
  /** `undefined` where the line turns out to be unreadable. */
  entryAt(position: number): SessionEntry | undefined;
  /** Says which entries will be asked for, so that neighbours can be read together. */
  prefetch?(positions: readonly number[]): void;
  idAt(position: number): string;
  typeAt(position: number): string;
  /** -1 for a root and for an entry whose parent is missing. Always smaller than `position`. */
  parentAt(position: number): number;
  /** -1 where there is no such entry; the last one where an id was used twice. */
  positionOf(id: string): number;
  /** Gives up the right to write. Reading goes on. */
  close(): void;
}

export interface NewLog {
  readonly header: SessionHeader;
  /** What the session starts with. */
  readonly entries?: readonly SessionEntry[];
  /** The session that the entries come from: the outputs that lie beside it are copied as well. */
  readonly copyOf?: string;
  /** What is known to be wrong with the entries. */
  readonly diagnostics?: readonly SessionDiagnostic[];
}

/** Where logs are kept. */
export interface SessionStore {
  /** Absent for a store without files. */
  readonly directory: string | undefined;
  /** It is the project's folder in Tau's home. */
  readonly isDefaultDirectory?: boolean;
  /** Default: the clock and the random numbers of this machine. */
  readonly ports?: SessionPorts;
  create(log: NewLog): LogStorage;
  open(path: string): LogStorage;
}
