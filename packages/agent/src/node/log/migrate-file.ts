import { closeSync, fsyncSync, openSync, renameSync, unlinkSync } from "node:fs";
import { encodeLine } from "../../session/entries/codec.ts";
import type { FileEntry, SessionEntry, SessionHeader } from "../../session/entries/entry.ts";
import { isTree, migrateSessionEntries, sessionVersion } from "../../session/entries/migrations.ts";
import { validateEntry, validateHeader } from "../../session/entries/validate-entry.ts";
import { decodeScanned, isBlank } from "../lines/entry-structure.ts";
import { scanLines } from "../lines/scan-lines.ts";
import type { DamagedLine } from "./log-contents.ts";
import { readFirstLine } from "./read-header.ts";
import { ignoreMissing, storageError } from "./storage-error.ts";
import { writeWhole } from "./write-whole.ts";

export interface MigratedSession {
  readonly header: SessionHeader;
  readonly entries: SessionEntry[];
  /** The lines that could not be migrated. */
  readonly damaged: DamagedLine[];
}

/** Returns the content of an older file in the current format; `undefined` if only its header is old. Does not write. */
export function readMigrated(fd: number, size: number): MigratedSession | undefined {
  const lines = readLines(fd, size);
  const values = lines.flatMap(({ value }) => value ?? []);
  const known = validateHeader(values[0]);
  if (known && sessionVersion(known) < 2 && isTree(values)) return undefined;
  migrateSessionEntries(values);
  const header = values.map(validateHeader).find((value) => value !== undefined) as SessionHeader;
  const entries = values.flatMap((value) => validateEntry(value) ?? []);
  const taken = new Set<FileEntry | undefined>([header, ...entries]);
  const damaged = lines.filter(({ value }) => !taken.has(value)).map(({ line }) => line);
  return { header, entries, damaged };
}

interface ReadLine {
  readonly value: FileEntry | undefined;
  readonly line: DamagedLine;
}

/** The first line is the header and may start with a byte order mark. */
function readLines(fd: number, size: number): ReadLine[] {
  const first = readFirstLine(fd);
  const lines: ReadLine[] = [{ value: first.value, line: { offset: 0, length: first.end, torn: false } }];
  scanLines(fd, first.end, size, (scanned) => {
    const { start, end, offset, complete } = scanned;
    const value = decodeScanned(scanned);
    if (!value && isBlank(scanned)) return;
    lines.push({ value, line: { offset, length: end - start, torn: !value && !complete } });
  });
  return lines;
}

/** Replaces a file with `values` atomically: a reader finds either the old content or the new. */
export function replaceFile(path: string, values: Iterable<FileEntry>): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const fd = openSync(temporary, "w", 0o600);
    try {
      for (const value of values) writeWhole(fd, Buffer.from(encodeLine(value)));
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
