import { closeSync, readFileSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ifPossible } from "../log/storage-error.ts";
import { makeOwnFolder, openUnlinked, refuseLink } from "../log/unlinked-file.ts";
import { FILE_LIMITS } from "../ordinary-file.ts";

/** Opens a file in a session's own folder for reading. Throws the system's error if that fails or if it is not a regular file. */
export function openBeside(path: string): { fd: number; stats: Stats } {
  refuseLink(dirname(path));
  return openUnlinked(path, "read");
}

/** Reads a file in a session's own folder; `undefined` if it is not a regular file or larger than any that Tau writes. */
export function readBeside(path: string): string | undefined {
  return ifPossible(() => {
    const { fd, stats } = openBeside(path);
    try {
      return stats.size > FILE_LIMITS.whole ? undefined : readFileSync(fd, "utf8");
    } finally {
      closeSync(fd);
    }
  });
}

/** Opens a file in a session's own folder for appending; creates the file and the folder if missing. */
export function appendBeside(path: string): number {
  makeOwnFolder(dirname(path));
  return openUnlinked(path, "append").fd;
}

/** Replaces a file in a session's own folder atomically. A link of that name is replaced, not followed. */
export function writeBeside(path: string, text: string): void {
  makeOwnFolder(dirname(path));
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
