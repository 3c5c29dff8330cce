import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "@tau/agent/make-folder";
import { isMissing } from "./read-file.ts";

export interface WriteOptions {
  /** For a new file; one that exists keeps its own unless `enforceMode` is set. */
  readonly mode?: number;
  readonly enforceMode?: boolean;
}

/** Replaces a file in one step: a reader sees the old text or the new. A link stays a link, and the mode is kept. */
export function writeFileAtomically(path: string, text: string, options: WriteOptions = {}): void {
  const target = resolveLink(path);
  makeFolder(dirname(target), 0o700);
  const mode = (options.enforceMode ? undefined : existingMode(target)) ?? options.mode ?? 0o644;
  const temporary = `${target}.${process.pid}.${crypto.randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, text, { mode, flag: "wx" });
    chmodSync(temporary, mode);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return path;
    throw error;
  }
}

function existingMode(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && stats.mode & 0o7777;
}
