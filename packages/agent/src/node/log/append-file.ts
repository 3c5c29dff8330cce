import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, statSync } from "node:fs";
import { SessionError } from "../../session/session-error.ts";
import { errorCode } from "../error-code.ts";
import { ifPossible, ignoreMissing, storageError } from "./storage-error.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * When an append returns. `system`: once the kernel has the entry, which then survives a crash of the program. `entry`: once the disk has
 * it, which survives a power cut but is slower.
 */
export type SyncPolicy = "system" | "entry";

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR } = constants;

/** A file that only grows; each append writes its text completely. */
export class AppendFile {
  path: string;
  readonly writable: boolean;
  private fd: number | undefined;
  private readonly sync: SyncPolicy;

  private constructor(path: string, fd: number, writable: boolean, sync: SyncPolicy) {
    this.path = path;
    this.fd = fd;
    this.writable = writable;
    this.sync = sync;
  }

  /** Creates the file. An empty existing file is reused: a program was killed right after creating it. */
  static create(path: string, sync: SyncPolicy): AppendFile {
    const isEmpty = ignoreMissing(() => statSync(path).size) === 0;
    return new AppendFile(path, open(path, O_RDWR | O_APPEND | O_CREAT | (isEmpty ? 0 : O_EXCL)), true, sync);
  }

  /** Opens the file; for reading only if it may not be written. */
  static open(path: string, sync: SyncPolicy): AppendFile {
    try {
      return new AppendFile(path, openSync(path, O_RDWR | O_APPEND), true, sync);
    } catch (error) {
      if (!["EACCES", "EPERM", "EROFS"].includes(errorCode(error) ?? "")) throw storageError(error, `open ${path}`);
      return new AppendFile(path, open(path, O_RDONLY), false, sync);
    }
  }

  get descriptor(): number {
    if (this.fd === undefined) throw new SessionError("closed", `${this.path} is closed.`);
    return this.fd;
  }

  size(): number {
    return this.attempt("read the size of", () => fstatSync(this.descriptor).size);
  }

  /** Returns the size after the write. Undoes a partial write. */
  append(text: string, sizeBefore: number): number {
    const bytes = Buffer.from(text);
    try {
      writeWhole(this.descriptor, bytes);
      if (this.sync === "entry") fsyncSync(this.descriptor);
      return sizeBefore + bytes.length;
    } catch (error) {
      this.takeBack(sizeBefore, bytes.length);
      throw storageError(error, `write to ${this.path}`);
    }
  }

  /** Reads bytes, into the start of `into` if given; works on a closed file too. */
  read(offset: number, length: number, into?: Buffer): Buffer {
    const known = this.fd;
    if (known !== undefined) return this.attempt("read", () => readAt(known, offset, length, into));
    const fd = open(this.path, O_RDONLY);
    try {
      return this.attempt("read", () => readAt(fd, offset, length, into));
    } finally {
      closeSync(fd);
    }
  }

  close(): void {
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  /**
   * Truncates only bytes that this call can have written (all of them if only the sync failed): if another program had appended, the file
   * would be longer. If truncating fails, a torn line remains, which the next open leaves out.
   */
  private takeBack(sizeBefore: number, attempted: number): void {
    ifPossible(() => {
      const { size } = fstatSync(this.descriptor);
      if (size > sizeBefore && size <= sizeBefore + attempted) ftruncateSync(this.descriptor, sizeBefore);
    });
  }

  private attempt<T>(verb: string, action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw storageError(error, `${verb} ${this.path}`);
    }
  }
}

function readAt(fd: number, offset: number, length: number, bytes: Buffer = Buffer.allocUnsafe(length)): Buffer {
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function open(path: string, flags: number): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    throw storageError(error, `open ${path}`);
  }
}
