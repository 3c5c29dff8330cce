import { createHash } from "node:crypto";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SyncPolicy } from "./append-file.ts";
import { makeFolder } from "./make-folder.ts";
import { FILE_LIMITS, readOrdinaryFileSync } from "./ordinary-file.ts";
import { ifPossible, storageError } from "./storage-error.ts";
import { syncFolder } from "./sync-folder.ts";

const REFERENCE = /^blob:sha256:([0-9a-f]{64})$/;

/** Bytes under the name of their hash: what two sessions show is kept once. */
export class BlobStore {
  readonly directory: string;

  private readonly sync: SyncPolicy;

  constructor(directory: string, sync: SyncPolicy = "system") {
    this.directory = directory;
    this.sync = sync;
  }

  /** Returns the reference to write in place of the bytes. They are stored when this returns. */
  put(bytes: Uint8Array): string {
    const hash = createHash("sha256").update(bytes).digest("hex");
    const path = join(this.directory, hash);
    if (!existsSync(path)) this.write(path, bytes);
    return `blob:sha256:${hash}`;
  }

  /** `undefined` for a text that is no reference, and for a blob that is gone or cannot be read. */
  get(reference: string): Buffer | undefined {
    const hash = REFERENCE.exec(reference)?.[1];
    return hash === undefined
      ? undefined
      : ifPossible(() => readOrdinaryFileSync(join(this.directory, hash), FILE_LIMITS.whole));
  }

  /** Under its name only once it is whole. */
  private write(path: string, bytes: Uint8Array): void {
    const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    try {
      makeFolder(this.directory, 0o700);
      writeFileSync(temporary, bytes, { mode: 0o600, flush: this.sync === "entry" });
      renameSync(temporary, path);
      if (this.sync === "entry") syncFolder(this.directory);
    } catch (error) {
      throw storageError(error, `store an image in ${this.directory}`);
    }
  }
}
