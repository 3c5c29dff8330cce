import { createHash } from "node:crypto";
import { renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SyncPolicy } from "../log/append-file.ts";
import { ifPossible, storageError } from "../log/storage-error.ts";
import { makeFolder } from "../make-folder.ts";
import { readOrdinaryFileSync } from "../ordinary-file.ts";
import { syncFolder } from "../sync-folder.ts";

const REFERENCE = /^blob:sha256:([0-9a-f]{64})$/;

export function isBlobReference(text: string): boolean {
  return text.startsWith("blob:") && REFERENCE.test(text);
}
/** The largest size that fits into one string. */
const LARGEST = 512 << 20;

/** Stores bytes under their hash, so that content of several sessions is stored once. */
export class BlobStore {
  readonly directory: string;

  private readonly sync: SyncPolicy;

  constructor(directory: string, sync: SyncPolicy = "system") {
    this.directory = directory;
    this.sync = sync;
  }

  /** Stores the bytes and returns the reference to write in their place. */
  put(bytes: Uint8Array): string {
    const hash = hashOf(bytes);
    const path = join(this.directory, hash);
    // The modification time is the time of the last use: the collection of unused blobs skips recent ones.
    if (this.read(hash)) ifPossible(() => utimesSync(path, new Date(), new Date()));
    else this.write(path, bytes);
    return `blob:sha256:${hash}`;
  }

  /** Returns `undefined` for text that is not a reference, and for a blob that is missing, damaged or unreadable. */
  get(reference: string): Buffer | undefined {
    const hash = REFERENCE.exec(reference)?.[1];
    return hash === undefined ? undefined : this.read(hash);
  }

  /** Checks the hash: after a power cut a file may exist without its content. */
  private read(hash: string): Buffer | undefined {
    const bytes = ifPossible(() => readOrdinaryFileSync(join(this.directory, hash), LARGEST));
    return bytes && hashOf(bytes) === hash ? bytes : undefined;
  }

  /** Writes to a temporary file first, so that only complete content appears under the final name. */
  private write(path: string, bytes: Uint8Array): void {
    const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
    try {
      makeFolder(this.directory, 0o700);
      writeFileSync(temporary, bytes, { mode: 0o600, flag: "wx", flush: this.sync === "entry" });
      renameSync(temporary, path);
      if (this.sync === "entry") syncFolder(this.directory);
    } catch (error) {
      ifPossible(() => rmSync(temporary, { force: true }));
      throw storageError(error, `store an image in ${this.directory}`);
    }
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
