import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { encodeLine, isSessionEntry, isSessionHeader, parseSessionEntries } from "../session/codec.ts";
import type { FileEntry, SessionEntry, SessionHeader } from "../session/entry.ts";
import { migrateSessionEntries } from "../session/migrations.ts";
import { ignoreMissing, storageError } from "./storage-error.ts";

export interface MigratedSession {
  readonly header: SessionHeader;
  readonly entries: SessionEntry[];
}

/** The content of an older file in today's form. Reads only. */
export function readMigrated(path: string): MigratedSession {
  const values = parseSessionEntries(readFileSync(path, "utf8"));
  migrateSessionEntries(values);
  const header = values.find(isSessionHeader) as SessionHeader;
  return { header, entries: values.filter((value) => isSessionEntry(value)) };
}

/** Puts `values` in place of a file, in one step: whoever opens it finds the old content or the new. */
export function replaceFile(path: string, values: Iterable<FileEntry>): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const fd = openSync(temporary, "w", 0o600);
    try {
      for (const value of values) writeSync(fd, encodeLine(value));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    ignoreMissing(() => unlinkSync(temporary));
    throw storageError(error, `write ${path}`);
  }
}
