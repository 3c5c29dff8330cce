import type { SessionDiagnostic } from "../../session/diagnostic.ts";
import { decodeLine, encodeLine } from "../../session/entries/codec.ts";
import type { SessionEntry, SessionHeader } from "../../session/entries/entry.ts";
import { validateEntry } from "../../session/entries/validate-entry.ts";
import { readSessionName } from "../../session/log-reader.ts";
import type { LogStorage } from "../../session/log-storage.ts";
import { SessionError } from "../../session/session-error.ts";
import { addAll } from "../add-all.ts";
import type { ImageBlobs } from "../blobs/image-blobs.ts";
import { showsImages } from "../blobs/shows-images.ts";
import { isAnswer, isWorthKeeping } from "../index/entry-kinds.ts";
import { rowOf } from "../index/entry-row.ts";
import type { SessionCaches } from "../index/session-caches.ts";
import { readingPlan } from "../lines/reading-plan.ts";
import { describeTreeProblems } from "../lines/tree-problems.ts";
import type { SessionPlace } from "../sessions/session-place.ts";
import type { AppendFile } from "./append-file.ts";
import { type DamagedLine, type LogContents, type ScanFindings, SMALL_FILE } from "./log-contents.ts";
import { storageError } from "./storage-error.ts";

export interface FileStorageParts {
  readonly header: SessionHeader;
  readonly place: SessionPlace;
  readonly contents: LogContents;
  /** Called for entries with images and when entries are read, so that the store is created only when needed. */
  readonly images: () => ImageBlobs;
  readonly caches: SessionCaches;
  readonly diagnostics: SessionDiagnostic[];
  /** Absent until the session has something worth storing. */
  readonly file?: AppendFile;
  /** How many bytes of the file `contents` covers. */
  readonly size?: number;
  readonly readOnly?: SessionError;
  /** How many bytes of the file the index covers. */
  readonly indexed?: number;
  readonly findings?: ScanFindings;
}

/** A session in a file. Until there is something worth storing, its first entries wait in memory. */
export class FileStorage implements LogStorage {
  readonly header: SessionHeader;
  readonly diagnostics: SessionDiagnostic[];
  private readonly place: SessionPlace;
  private readonly contents: LogContents;
  private readonly images: () => ImageBlobs;
  private readonly caches: SessionCaches;
  private readonly damaged: DamagedLine[];
  private readonly unreadable = new Set<number>();
  private indexed: number;
  private file: AppendFile | undefined;
  private size: number;
  private waiting: string;
  private refusal: SessionError | undefined;

  constructor(parts: FileStorageParts) {
    this.header = parts.header;
    this.place = parts.place;
    this.contents = parts.contents;
    this.images = parts.images;
    this.caches = parts.caches;
    this.indexed = parts.indexed ?? 0;
    this.damaged = parts.findings?.damaged ?? [];
    this.diagnostics = parts.diagnostics;
    this.file = parts.file;
    this.refusal = parts.readOnly;
    this.waiting = parts.file ? "" : encodeLine(parts.header);
    this.size = parts.size ?? Buffer.byteLength(this.waiting);
  }

  get path(): string {
    return this.place.path;
  }

  get readOnly(): SessionError | undefined {
    return this.refusal;
  }

  get count(): number {
    return this.contents.table.count;
  }

  append(entry: SessionEntry): void {
    if (this.refusal) throw this.refusal;
    const line = encodeLine(showsImages(entry) ? this.images().store(entry, this.path) : entry);
    if (this.file) this.write(this.file, line, entry);
    else this.hold(line, entry);
    if (isAnswer(entry)) this.promote();
    if (entry.type === "compaction") this.forgetBefore(entry.firstKeptEntryId);
  }

  /** Completes pending work: moves a draft with an answer to its final path, and writes the index of a large file. */
  settle(): void {
    this.saveIndex();
    if (this.refusal || !this.place.isDraft) return;
    const entries = Array.from({ length: this.count }, (_, position) => this.entryAt(position));
    if (entries.some((entry) => entry && isAnswer(entry))) this.promote();
  }

  entryAt(position: number): SessionEntry | undefined {
    const known = this.contents.entries.get(position);
    if (known || position < 0 || position >= this.count || !this.file) return known;
    const { table } = this.contents;
    return this.decode(position, this.file.read(table.offsetAt(position), table.lengthAt(position)));
  }

  prefetch(positions: readonly number[]): void {
    const { file, contents } = this;
    if (!file) return;
    const unread = positions.filter((position) => !contents.entries.has(position));
    const plan = readingPlan(contents.table, unread);
    // One buffer for all of them: nothing of it is kept, and new memory for each megabyte takes as long as reading it.
    const buffer = Buffer.allocUnsafe(plan.reduce((most, { start, end }) => Math.max(most, end - start), 0));
    for (const { start, end, positions: near } of plan) {
      const bytes = file.read(start, end - start, buffer);
      for (const position of near) {
        const from = contents.table.offsetAt(position) - start;
        this.decode(position, bytes.subarray(from, from + contents.table.lengthAt(position)));
      }
    }
  }

  idAt(position: number): string {
    return this.contents.table.idAt(position);
  }

  typeAt(position: number): string {
    return this.contents.table.typeAt(position);
  }

  parentAt(position: number): number {
    return this.contents.table.parentAt(position);
  }

  positionOf(id: string): number {
    return this.contents.table.positionOf(id);
  }

  close(): void {
    if (this.refusal?.code === "closed") return;
    this.saveIndex();
    this.file?.close();
    this.place.release();
    this.refusal = new SessionError("closed", `Session ${this.header.id} is closed for writing.`);
  }

  /** Frees the memory of what a compaction has summarized: it is seldom read again, and the file has it. */
  private forgetBefore(id: string): void {
    const first = this.positionOf(id);
    if (!this.file) return;
    for (const position of this.contents.entries.keys()) if (position < first) this.contents.entries.delete(position);
  }

  private decode(position: number, line: Buffer): SessionEntry | undefined {
    const value = decodeLine(line.toString("utf8"));
    const entry = value && validateEntry(value);
    if (!entry) return this.reportUnreadable(position);
    const restored = this.images().restore(entry, this);
    this.contents.entries.set(position, restored);
    return restored;
  }

  private write(file: AppendFile, line: string, entry: SessionEntry): void {
    this.confirmLock();
    this.catchUp(file);
    const start = this.contents.endsInNewline ? "" : "\n";
    const offset = this.size + start.length;
    this.size = file.append(start + line, this.size);
    this.contents.endsInNewline = true;
    this.add(entry, offset, Buffer.byteLength(line) - 1);
  }

  /** Makes this session read-only if another process has the lock: the user may have handed the session to another machine. */
  private confirmLock(): void {
    try {
      this.place.confirm();
    } catch (error) {
      if (error instanceof SessionError && error.code === "locked") {
        this.refusal = error;
        this.diagnostics.push({ code: "locked", message: error.message });
      }
      throw error;
    }
  }

  /** Reads entries that another handle or program has appended and adds them to the tree. */
  private catchUp(file: AppendFile): void {
    const size = file.size();
    if (size === this.size) return;
    if (size < this.size) throw new SessionError("io", `${file.path} became shorter while it was open. Open it again.`);
    const findings = this.contents.scan(file.descriptor, this.size, size, "parse");
    const report = this.caches.damagedLines.setAside(file, this.path, findings.damaged, "write");
    addAll(this.damaged, findings.damaged);
    addAll(this.diagnostics, report.diagnostics);
    addAll(this.diagnostics, describeTreeProblems(findings, this.path));
    this.size = size;
  }

  /** Skipped while the file ends inside a line: the next bytes would not be recognised as the rest of that line. */
  private saveIndex(): void {
    if (!this.file || this.size - this.indexed <= SMALL_FILE || !this.contents.endsInNewline) return;
    const { table } = this.contents;
    let messageCount = 0;
    for (let position = 0; position < this.count; position++) if (table.typeAt(position) === "message") messageCount++;
    const name = readSessionName(this);
    const index = { size: this.size, table, damaged: this.damaged };
    this.caches.index.save(this.path, this.file.descriptor, index, {
      messageCount,
      ...(name === undefined ? {} : { name }),
    });
    this.indexed = this.size;
  }

  private hold(line: string, entry: SessionEntry): void {
    if (isWorthKeeping(entry)) {
      const file = this.place.start();
      try {
        file.append(this.waiting + line, 0);
      } catch (error) {
        this.place.abandon(file);
        throw error;
      }
      this.file = file;
    }
    this.waiting += line;
    this.add(entry, this.size, Buffer.byteLength(line) - 1);
    this.size += Buffer.byteLength(line);
    if (this.file) this.waiting = "";
  }

  private add(entry: SessionEntry, offset: number, length: number): void {
    this.contents.table.add(rowOf(entry, offset, length));
    this.contents.entries.set(this.count - 1, entry);
  }

  /** Moves a draft to its final path. The answer is already on disk; if the move fails, the next answer tries again. */
  private promote(): void {
    if (!this.file) return;
    try {
      this.place.promote();
      this.file.path = this.path;
    } catch (error) {
      const { code, message } = storageError(error, `move the draft of session ${this.header.id} to ${this.path}`);
      this.diagnostics.push({ code: code === "locked" ? code : "permission", message });
    }
  }

  /** Reports an entry that looked intact when the file was scanned but cannot be read. */
  private reportUnreadable(position: number): undefined {
    const { file, contents } = this;
    if (!file || this.unreadable.has(position)) return undefined;
    this.unreadable.add(position);
    const offset = contents.table.offsetAt(position);
    const line = { offset, length: contents.table.lengthAt(position), torn: false };
    const access = this.refusal ? "read" : "write";
    addAll(this.diagnostics, this.caches.damagedLines.setAside(file, this.path, [line], access).diagnostics);
    return undefined;
  }
}
