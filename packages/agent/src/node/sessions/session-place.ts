import { existsSync, renameSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { AppendFile, type SyncPolicy } from "../log/append-file.ts";
import { ignoreMissing, storageError } from "../log/storage-error.ts";
import { acquireWriterLock, type LockOptions, type WriterLock } from "../log/writer-lock.ts";
import { makeFolder } from "../make-folder.ts";
import { syncFolder } from "../sync-folder.ts";

/** The location of a session's file: a draft until the first answer, then the session folder. Holds the writer lock. */
export class SessionPlace {
  /** The final path of the session. */
  readonly path: string;
  private current: string;
  private lock: WriterLock | undefined;
  private readonly sync: SyncPolicy;
  private readonly lockOptions: LockOptions;

  constructor(path: string, current: string, sync: SyncPolicy, lockOptions: LockOptions = {}) {
    this.path = path;
    this.current = current;
    this.sync = sync;
    this.lockOptions = lockOptions;
  }

  get isDraft(): boolean {
    return this.current !== this.path;
  }

  /** Takes the lock. Throws `SessionError` with the code `locked` if another process has it. */
  claim(): void {
    this.lock ??= acquireWriterLock(this.current, this.lockOptions);
  }

  /** Throws `SessionError` with the code `locked` if another process has taken the lock. */
  confirm(): void {
    this.lock?.confirm();
  }

  /** Creates the file and takes the lock. */
  start(): AppendFile {
    try {
      makeFolder(dirname(this.current), 0o700);
    } catch (error) {
      throw storageError(error, `make the folder ${dirname(this.current)}`);
    }
    this.claim();
    const file = AppendFile.create(this.current, this.sync);
    if (this.sync === "entry") syncFolder(dirname(this.current));
    return file;
  }

  /** Undoes `start` if nothing could be written. */
  abandon(file: AppendFile): void {
    file.close();
    ignoreMissing(() => unlinkSync(this.current));
    this.release();
  }

  /** Moves a draft to its final path. Does nothing if a file is already there. */
  promote(): void {
    if (!this.isDraft || existsSync(this.path)) return;
    makeFolder(dirname(this.path), 0o700);
    const lock = acquireWriterLock(this.path, this.lockOptions);
    try {
      renameSync(this.current, this.path);
      if (this.sync === "entry") syncFolder(dirname(this.path));
    } catch (error) {
      lock.release();
      throw error;
    }
    this.lock?.release();
    this.lock = lock;
    this.current = this.path;
  }

  release(): void {
    this.lock?.release();
    this.lock = undefined;
  }
}
