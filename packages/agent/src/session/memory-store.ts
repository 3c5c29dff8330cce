import type { SessionDiagnostic } from "./diagnostic.ts";
import { isSessionHeader } from "./entries/codec.ts";
import type { FileEntry, SessionEntry, SessionHeader } from "./entries/entry.ts";
import { migrateSessionEntries } from "./entries/migrations.ts";
import { validateEntry, validateHeader } from "./entries/validate-entry.ts";
import type { LogStorage, NewLog, SessionStore } from "./log-storage.ts";
import { SessionError } from "./session-error.ts";
import { type SessionPorts, systemPorts } from "./session-ports.ts";

/** Sessions that exist only while the program runs. */
export class MemorySessionStore implements SessionStore {
  readonly directory = undefined;
  readonly ports: SessionPorts;

  constructor(ports: SessionPorts = systemPorts) {
    this.ports = ports;
  }

  create(log: NewLog): LogStorage {
    return new MemoryStorage(log);
  }

  open(path: string): LogStorage {
    throw new SessionError("not-found", `This session is kept in memory only and cannot open ${path}.`);
  }
}

/** Opens a session from entries that are stored elsewhere; their own header is used if they have one. */
export function openInMemory(
  header: SessionHeader,
  entries: FileEntry[],
  ports?: SessionPorts,
): { store: SessionStore; storage: LogStorage } {
  const store = new MemorySessionStore(ports);
  const known = structuredClone(entries);
  migrateSessionEntries(known);
  const storage = store.create({
    header: validateHeader(known.find(isSessionHeader)) ?? header,
    entries: known.flatMap((value) => validateEntry(value) ?? []),
  });
  return { store, storage };
}

export interface ReadOnlySource {
  path?: string;
  diagnostics?: readonly SessionDiagnostic[];
  readOnly?: SessionError;
}

/** Entries in memory. Entries of a file that must not be written have its path and the reason. */
export class MemoryStorage implements LogStorage {
  readonly header: SessionHeader;
  readonly path: string | undefined;
  readonly diagnostics: readonly SessionDiagnostic[];
  readOnly: SessionError | undefined;
  private readonly entries: SessionEntry[] = [];
  private readonly parents: number[] = [];
  private readonly positions = new Map<string, number>();

  constructor({ header, entries = [] }: NewLog, source: ReadOnlySource = {}) {
    this.header = header;
    this.path = source.path;
    this.diagnostics = source.diagnostics ?? [];
    for (const entry of entries) this.append(entry);
    this.readOnly = source.readOnly;
  }

  get count(): number {
    return this.entries.length;
  }

  append(entry: SessionEntry): void {
    if (this.readOnly) throw this.readOnly;
    this.parents.push(entry.parentId === null ? -1 : this.positionOf(entry.parentId));
    this.positions.set(entry.id, this.entries.length);
    this.entries.push(entry);
  }

  entryAt(position: number): SessionEntry | undefined {
    return this.entries[position];
  }

  idAt(position: number): string {
    return this.entries[position]?.id ?? "";
  }

  typeAt(position: number): string {
    return this.entries[position]?.type ?? "";
  }

  parentAt(position: number): number {
    return this.parents[position] ?? -1;
  }

  positionOf(id: string): number {
    return this.positions.get(id) ?? -1;
  }

  close(): void {
    this.readOnly = new SessionError("closed", "The session is closed.");
  }
}
