import { closeSync, constants, openSync, readFileSync, type Stats, statSync } from "node:fs";

/** Limits on the file size by purpose, in bytes. */
export const FILE_LIMITS = {
  /** A word or line that refers to something else: git's HEAD, the marker of a running command. */
  pointer: 64 * 1024,
  /** Settings, instructions, skills, templates, themes, a package.json. */
  config: 16 * 1024 * 1024,
  /** Content for a prompt: more than any model accepts. */
  attachment: 64 * 1024 * 1024,
  /** Files that a tool or the program itself works on and holds in memory completely. */
  whole: 256 * 1024 * 1024,
} as const;

export const NOT_ORDINARY = "ENOTFILE";
export const TOO_LARGE = "ETOOLARGE";

/** Non-blocking: a file that is replaced by a pipe after the check must not block. */
export const ORDINARY_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a regular file. Refuses pipes, which would block, and devices, which have no end. */
export function readOrdinaryFileSync(path: string, limit: number): Buffer {
  checkOrdinary(statSync(path), path, limit);
  const fd = openSync(path, ORDINARY_READ);
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Throws for special files and files above the limit. A folder passes: the system's own error describes it. */
export function checkOrdinary(stats: Stats, path: string, limit: number = FILE_LIMITS.whole): void {
  if (stats.isDirectory()) return;
  if (!stats.isFile()) throw Object.assign(new Error(`Not an ordinary file: ${path}`), { code: NOT_ORDINARY });
  if (stats.size <= limit) return;
  const size = limit < 1024 * 1024 ? `${limit / 1024} KB` : `${limit / 1024 / 1024} MB`;
  throw Object.assign(new Error(`${path} is larger than ${size}`), { code: TOO_LARGE });
}
